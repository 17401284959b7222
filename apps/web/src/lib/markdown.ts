// The little of Markdown that the texts of this repository use, as data: no markup is made from them.
export interface Span {
  kind: 'text' | 'code' | 'strong' | 'em' | 'link';
  text: string;
  href?: string;
}
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] }
  | { kind: 'code'; text: string };

// Only addresses of the web and of this server are links; others are their words.
const safe = (href: string): string | undefined => (/^(https?:\/\/|\/)/.test(href) ? href : undefined);

export function spans(text: string): Span[] {
  const out: Span[] = [];
  const push = (span: Span) => {
    const before = out.at(-1);
    if (before && before.kind === 'text' && span.kind === 'text') before.text += span.text;
    else out.push(span);
  };
  let rest = text;
  const forms: [RegExp, (m: RegExpExecArray) => Span][] = [
    [/^`([^`]+)`/, (m) => ({ kind: 'code', text: m[1]! })],
    [/^\*\*([^*]+)\*\*/, (m) => ({ kind: 'strong', text: m[1]! })],
    [/^\*([^*\s][^*]*)\*/, (m) => ({ kind: 'em', text: m[1]! })],
    [/^\[([^\]]+)\]\(([^)\s]+)\)/, (m) => (safe(m[2]!) ? { kind: 'link', text: m[1]!, href: m[2]! } : { kind: 'text', text: m[1]! })],
    [/^<(https?:\/\/[^>\s]+)>/, (m) => ({ kind: 'link', text: m[1]!, href: m[1]! })],
    [/^(?:[^`*[<]+|[`*[<])/, (m) => ({ kind: 'text', text: m[0] })],
  ];
  while (rest !== '') {
    for (const [form, make] of forms) {
      const m = form.exec(rest);
      if (!m) continue;
      push(make(m));
      rest = rest.slice(m[0].length);
      break;
    }
  }
  return out;
}

const cells = (line: string): Span[][] => line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|').map((c) => spans(c.trim()));

export function blocks(text: string): Block[] {
  const out: Block[] = [];
  const lines = text.replaceAll('\r', '').split('\n');
  let k = 0;
  const starts = (line: string) => /^(#{1,6} |[-*] |\||```|\s*$)/.test(line);
  while (k < lines.length) {
    const line = lines[k]!;
    const heading = /^(#{1,6}) (.*)$/.exec(line);
    if (line.trim() === '') ++k;
    else if (heading) {
      out.push({ kind: 'heading', level: heading[1]!.length, spans: spans(heading[2]!) });
      ++k;
    } else if (line.startsWith('```')) {
      const from = ++k;
      while (k < lines.length && !lines[k]!.startsWith('```')) ++k;
      out.push({ kind: 'code', text: lines.slice(from, k).join('\n') });
      ++k;
    } else if (line.startsWith('|') && /^\|[\s:|-]+\|?\s*$/.test(lines[k + 1] ?? '')) {
      const head = cells(line);
      const rows: Span[][][] = [];
      for (k += 2; k < lines.length && lines[k]!.startsWith('|'); ++k) rows.push(cells(lines[k]!));
      out.push({ kind: 'table', head, rows });
    } else if (/^[-*] /.test(line)) {
      const items: string[] = [];
      for (; k < lines.length && lines[k]!.trim() !== ''; ++k) {
        if (/^[-*] /.test(lines[k]!)) items.push(lines[k]!.slice(2));
        else if (/^\s+\S/.test(lines[k]!)) items[items.length - 1] += ` ${lines[k]!.trim()}`;
        else break;
      }
      out.push({ kind: 'list', items: items.map(spans) });
    } else {
      const from = k++;
      while (k < lines.length && !starts(lines[k]!)) ++k;
      out.push({ kind: 'paragraph', spans: spans(lines.slice(from, k).map((l) => l.trim()).join(' ')) });
    }
  }
  return out;
}
