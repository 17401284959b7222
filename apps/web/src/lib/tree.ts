// The history of an analysis: moves with branches, and where one stands. It lives in the URL as text,
//   a,b,(c,d*),e      after a: b (then e), or instead of b: c, d; the star marks where one stands (none: the end of the main line)
// and every function here returns a new tree.
export interface Node {
  move: string;
  children: Node[]; // the first goes on with the main line
}
export interface Tree {
  root: Node;
  at: number[]; // the child taken at each ply
}

export const empty = (): Tree => ({ root: { move: '', children: [] }, at: [] });

const special = /[,()*!]/g;
export const escape = (move: string) => move.replace(special, (c) => `!${c.charCodeAt(0).toString(16)}`);
const unescape = (text: string) => text.replace(/!([0-9a-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

export function format(tree: Tree): string {
  const out: string[] = [];
  const here = (path: number[]) => path.length === tree.at.length && path.every((step, ply) => step === tree.at[ply]);
  const write = (node: Node, path: number[]) => {
    const [main, ...others] = node.children;
    if (!main) return;
    const one = (child: Node, index: number) => escape(child.move) + (here([...path, index]) ? '*' : '');
    out.push(one(main, 0));
    others.forEach((child, k) => {
      const start = out.length;
      out.push(one(child, k + 1));
      write(child, [...path, k + 1]);
      const branch = out.splice(start).join(',');
      out.push(`(${branch})`);
    });
    write(main, [...path, 0]);
  };
  write(tree.root, []);
  const text = out.join(',');
  const end = main_line(tree.root);
  if (tree.at.length === 0 && end.length > 0) return text ? `*,${text}` : '';
  return here(end) ? text.replace('*', '') : text;
}

const main_line = (node: Node): number[] => {
  const path: number[] = [];
  for (let n = node; n.children[0]; n = n.children[0]) path.push(0);
  return path;
};

// Never throws: a text that is no history is read as far as it makes sense.
export function parse(text: string, most = 2000): Tree {
  const tree = empty();
  let at: number[] | null = null;
  let node = tree.root;
  let path: number[] = [];
  type Place = { node: Node; path: number[] };
  let before: Place | null = null; // where the last move was played
  const saved: (Place & { before: Place | null })[] = [];
  let count = 0;
  for (const [token] of text.matchAll(/[^,()*]+|[()*]/g)) {
    if (token === '*') at ??= [...path];
    else if (token === '(') {
      if (!before) break;
      saved.push({ node, path, before });
      ({ node, path } = before);
    } else if (token === ')') {
      const back = saved.pop();
      if (!back) break;
      ({ node, path, before } = back);
    } else {
      if (++count > most) break;
      before = { node, path };
      const child: Node = { move: unescape(token), children: [] };
      path = [...path, node.children.push(child) - 1];
      node = child;
    }
  }
  tree.at = at ?? main_line(tree.root);
  return tree;
}

const nodes_at = (tree: Tree, at: number[]): Node[] => {
  const nodes = [tree.root];
  for (const step of at) nodes.push(nodes.at(-1)!.children[step]!);
  return nodes;
};

export const moves_to = (tree: Tree, at: number[] = tree.at): string[] => nodes_at(tree, at).slice(1).map((n) => n.move);
export const here = (tree: Tree): Node => nodes_at(tree, tree.at).at(-1)!;
export const go = (tree: Tree, at: number[]): Tree => ({ root: tree.root, at });

const copy = (node: Node): Node => ({ move: node.move, children: node.children.map(copy) });

// Plays on from where one stands: along what is there already, else as a new branch.
export function play(tree: Tree, moves: string[]): Tree {
  const root = copy(tree.root);
  const at = [...tree.at];
  let node = nodes_at({ root, at }, at).at(-1)!;
  for (const move of moves) {
    let index = node.children.findIndex((child) => child.move === move);
    if (index < 0) index = node.children.push({ move, children: [] }) - 1;
    node = node.children[index]!;
    at.push(index);
  }
  return { root, at };
}

export function remove(tree: Tree, at: number[]): Tree {
  const parent = at.slice(0, -1);
  const root = copy(tree.root);
  nodes_at({ root, at: parent }, parent).at(-1)!.children.splice(at.at(-1)!, 1);
  return { root, at: parent };
}

// The branch becomes the main line, at every ply.
export function promote(tree: Tree, at: number[]): Tree {
  const root = copy(tree.root);
  let node = root;
  for (const step of at) {
    const [chosen] = node.children.splice(step, 1);
    node.children.unshift(chosen!);
    node = chosen!;
  }
  return { root, at: at.map(() => 0) };
}
