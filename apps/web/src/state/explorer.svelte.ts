// The board page: what the address says about a game, and what the server answers about it. The address is the truth; this class only
// turns it into positions, and a person's steps into new addresses.
import * as api from '../api/client';
import { ProblemError } from '../api/client';
import type { GameDetail, Move, Position, Problem, Step } from '../api/types';
import { click, picked, type Picked } from '../lib/clicks';
import * as tree from '../lib/tree';
import { best } from '../lib/worth';
import { app } from './app.svelte';

const nothing: Picked = { so_far: [], candidates: [], next: [], done: null };

export class Explorer {
  detail = $state.raw<GameDetail | null>(null);
  at = $state.raw<Position | null>(null);
  problem = $state.raw<Problem | null>(null);
  picked = $state.raw<Picked>(nothing);
  hovered = $state.raw<Move | null>(null);
  last = $state.raw<string[]>([]); // the clicks of the move that led here
  repeats = $state<number | null>(null); // the ply after which this position stood before

  tree = $derived(tree.parse(app.route.line));
  moves = $derived(tree.moves_to(this.tree));
  shows_values = $derived(app.route.values === '1' || (app.route.values === '' && app.route.you === ''));

  #known = new Map<string, string>(); // a path of moves, and the position it leads to
  #farthest: number[] = []; // where "forward" leads after going back
  #shown = 0;

  constructor(readonly game: string) {
    api.detail(game).then((d) => (this.detail = d), (e) => this.#fail(e));
  }

  // Follows the address. Called whenever it changes.
  async show(): Promise<void> {
    const ticket = ++this.#shown;
    const { p, from, line } = app.route;
    const moves = tree.moves_to(tree.parse(line));
    this.picked = nothing;
    this.hovered = null;
    try {
      const text = p === '' && moves.length > 0 ? await this.#locate(from, moves) : p;
      if (text === null) throw new ProblemError({ title: 'no such line', status: 422, detail: moves.join(' ') });
      const at = await api.position(this.game, text || 'initial');
      if (ticket !== this.#shown) return;
      this.at = at;
      this.problem = null;
      this.picked = picked(at.moves, []);
      await this.#look_back(ticket, from, moves, at);
    } catch (e) {
      if (ticket !== this.#shown) return;
      this.at = null; // a board that does not belong to the address would be played on from the wrong place
      this.#fail(e);
    }
  }

  // What the way here tells: the last move, and whether the position stood before. A way that is none is dropped.
  async #look_back(ticket: number, from: string, moves: string[], at: Position) {
    if (moves.length === 0) {
      this.last = [];
      this.repeats = null;
      return;
    }
    const end = await this.#locate(from, moves);
    if (ticket !== this.#shown) return;
    if (end !== at.position) return app.go({ line: '', from: '' }, 'replace');
    const before = await this.#locate(from, moves.slice(0, -1));
    const parent = before === null ? null : await api.position(this.game, before || 'initial');
    if (ticket !== this.#shown) return;
    this.last = parent?.moves.find((m) => m.move === moves.at(-1))?.clicks ?? [];
    this.repeats = null;
    for (let ply = moves.length - 2; ply >= 0; --ply)
      if (this.#known.get(this.#key(from, moves.slice(0, ply))) === at.position) this.repeats = ply;
  }

  #key = (from: string, moves: string[]) => JSON.stringify([from, ...moves]);
  async #locate(from: string, moves: string[]): Promise<string | null> {
    let ply = moves.length;
    while (ply > 0 && !this.#known.has(this.#key(from, moves.slice(0, ply)))) --ply;
    let text = ply === 0 ? from : this.#known.get(this.#key(from, moves.slice(0, ply)))!;
    for (; ply < moves.length; ++ply) {
      const p = await api.position(this.game, text || 'initial');
      const next = p.moves.find((m) => m.move === moves[ply]);
      if (!next) return null;
      text = next.position;
      this.#known.set(this.#key(from, moves.slice(0, ply + 1)), text);
    }
    return text;
  }

  #fail(e: unknown) {
    this.problem = e instanceof ProblemError ? e.problem : { title: String(e), status: 0 };
  }

  // Plays moves from here on; where `stay` is set they are only written down.
  play(steps: Pick<Step, 'move' | 'position'>[], how: { replace?: boolean; stay?: boolean } = {}) {
    if (steps.length === 0) return;
    const from = app.route.line === '' ? app.route.p : app.route.from;
    const names = steps.map((s) => s.move);
    steps.forEach((s, k) => this.#known.set(this.#key(from, [...this.moves, ...names.slice(0, k + 1)]), s.position));
    const after = tree.play(this.tree, names);
    this.#farthest = after.at;
    const shown = how.stay ? tree.go(after, this.tree.at) : after;
    const p = how.stay ? app.route.p : steps.at(-1)!.position;
    app.go({ from, p, line: tree.format(shown) }, how.replace ? 'replace' : 'push');
  }
  play_best = () => {
    const move = this.at && best(this.at.moves)[0];
    if (move) this.play([move]);
  };

  async jump(at: number[], how: 'push' | 'replace' = 'push') {
    const { from } = app.route;
    const text = await this.#locate(from, tree.moves_to(this.tree, at)).catch(() => null);
    if (text === null) return;
    if (at.length > this.#farthest.length) this.#farthest = at;
    app.go({ p: text, line: tree.format(tree.go(this.tree, at)) }, how);
  }
  undo = () => {
    const { at } = this.tree;
    const back = app.route.you && this.at?.to_move === app.route.you && at.length > 1 ? 2 : 1;
    if (at.length === 0) return;
    if (!at.every((step, ply) => step === this.#farthest[ply])) this.#farthest = at;
    void this.jump(at.slice(0, -back));
  };
  redo = () => {
    const { at } = this.tree;
    const known = this.#farthest.length > at.length && at.every((step, ply) => step === this.#farthest[ply]);
    if (tree.here(this.tree).children.length > 0) void this.jump([...at, known ? this.#farthest[at.length]! : 0]);
  };
  to_start = () => void this.jump([]);
  to_end = () => {
    const at = [...this.tree.at];
    for (let node = tree.here(this.tree); node.children[0]; node = node.children[0]) at.push(0);
    void this.jump(at);
  };
  promote(at: number[]) {
    app.go({ line: tree.format(tree.go(tree.promote(this.tree, at), [])), p: app.route.from });
    void this.jump(at.map(() => 0), 'replace');
  }
  remove(at: number[]) {
    const parent = at.slice(0, -1);
    void this.jump(parent).then(() => {
      const rest = tree.remove(this.tree, at);
      const line = tree.format(rest);
      app.go(line === '' ? { line, from: '' } : { line }, 'replace');
    });
  }
  // A new start: the history goes.
  set(position: string) {
    app.go({ p: position, from: '', line: '', edit: false });
  }

  pick = (name: string) => {
    if (!this.at || !this.may_move) return;
    const { state, play } = click(this.at.moves, this.picked, name);
    this.picked = state;
    if (play) this.play([play]);
  };
  begin = (name: string) => {
    if (this.at && this.can_begin(name)) this.picked = picked(this.at.moves, [name]);
  };
  let_go = () => (this.picked = picked(this.at?.moves ?? [], []));
  can_begin = (name: string): boolean => this.may_move && (this.at?.moves.some((m) => m.clicks[0] === name && m.clicks.length > 1) ?? false);
  may_move = $derived(this.at !== null && !this.at.over && (app.route.you === '' || app.route.you === this.at.to_move));
}
