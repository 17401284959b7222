// The board page: what the address says about a game, and what the server answers about it. The address is the truth; this class only
// turns it into positions, and a person's steps into new addresses.
import * as api from '../api/client';
import { ProblemError, problem_of } from '../api/client';
import type { GameDetail, Move, Position, Problem, Repetition, Side, Step } from '../api/types';
import { click, picked, type Picked } from '../lib/clicks';
import { end_of, legal_moves, times } from '../lib/ending';
import { noted } from '../lib/notation';
import * as tree from '../lib/tree';
import { best } from '../lib/worth';
import { app } from './app.svelte';

const nothing: Picked = { so_far: [], candidates: [], next: [], done: null };
type Place = { p: string; from: string; line: string };
const key_of = ({ p, from, line }: Place) => JSON.stringify([p, from, line]);

export class Explorer {
  detail = $state.raw<GameDetail | null>(null);
  at = $state.raw<Position | null>(null);
  problem = $state.raw<Problem | null>(null);
  picked = $state.raw<Picked>(nothing);
  hovered = $state.raw<Move | null>(null);
  hint = $state.raw<Step | null>(null); // a move that is shown, not played
  hinting = $state(false);
  searching = $state(false); // the server looks for values of the position shown
  last = $state.raw<string[]>([]); // the clicks of the move that led here
  way = $state.raw<string[]>([]); // the positions of the game so far, the present one last
  #at_key = $state(''); // the address that `at` belongs to

  tree = $derived(tree.parse(app.route.line));
  moves = $derived(tree.moves_to(this.tree));
  repetition = $derived<Repetition>(this.detail?.repetition ?? 'never');
  // Nothing is played while the board still shows where one was before.
  settled = $derived(this.at !== null && this.#at_key === key_of(app.route));
  legal = $derived(this.at === null ? [] : legal_moves(this.at, this.repetition, this.way));
  end = $derived(this.at === null ? null : end_of(this.at, this.repetition, this.way, app.route.resigned ? app.route.you : ''));
  shows_values = $derived(app.route.values === '1' || (app.route.values === '' && (app.route.you === '' || this.end !== null)));
  // While one analyses, a repetition is told but does not keep anyone from going on.
  over = $derived(this.end !== null && (app.route.you !== '' || this.end.why !== 'repetition'));
  times = $derived(this.at === null ? 0 : times(this.way, this.at.position));
  stood = $derived(this.at === null ? [] : this.way.slice(0, -1).flatMap((p, ply) => (p === this.at!.position ? [ply] : [])));
  may_move = $derived(this.settled && !this.over && (app.route.you === '' || app.route.you === this.at?.to_move));

  // Who moves at the beginning of the history: who moves here, or the other after an odd number of moves.
  begins = $derived<Side>((this.tree.at.length % 2 === 0) === (this.at?.to_move === 'first') ? 'first' : 'second');

  #known = new Map<string, string>(); // a path of moves, and the position it leads to
  #pieces = $state.raw(new Map<string, string>()); // and the piece that its last move moves
  #farthest: number[] = []; // where "forward" leads after going back
  #shown = 0;

  constructor(readonly game: string) {
    api.detail(game).then((d) => (this.detail = d), (e) => (this.problem = problem_of(e)));
  }

  // Follows the address. Called whenever it changes.
  async show(): Promise<void> {
    const ticket = ++this.#shown;
    const { p, from, line } = app.route;
    const moves = tree.moves_to(tree.parse(line));
    this.picked = nothing;
    this.hovered = null;
    this.hint = null;
    this.hinting = false;
    this.searching = false;
    try {
      const text = p === '' && moves.length > 0 ? await this.#locate(from, moves) : p;
      if (text === null) throw new ProblemError({ title: 'no such line', status: 422, detail: moves.join(' ') });
      const [at, way] = await Promise.all([api.position(this.game, text || 'initial'), this.#way(from, moves)]);
      if (ticket !== this.#shown) return;
      if (moves.length > 0 && way?.at(-1) !== at.position) return app.go({ line: '', from: '' }, 'replace'); // a way that is none is dropped
      const parent = way && way.length > 1 ? await api.position(this.game, way.at(-2)!) : null;
      if (ticket !== this.#shown) return;
      this.last = parent?.moves.find((m) => m.move === moves.at(-1))?.clicks ?? [];
      this.way = moves.length === 0 ? [at.position] : way!;
      this.at = at;
      this.problem = null;
      this.#at_key = key_of({ p, from, line });
      this.picked = picked(this.legal, []);
      this.searching = at.searchable === true;
      if (this.searching) void this.#follow(ticket);
    } catch (e) {
      if (ticket !== this.#shown) return;
      this.at = null; // a board that does not belong to the address would be played on from the wrong place
      this.problem = problem_of(e);
    }
  }

  // Values come one by one, as long as somebody looks: a page that is not seen does not ask.
  async #follow(ticket: number) {
    while (ticket === this.#shown && this.searching) {
      if (!document.hidden) {
        const found = await api.values(this.game, this.at!.position).catch(() => null);
        if (ticket !== this.#shown || this.at === null) return;
        if (found !== null) {
          const { searching, value, plies, score, source, best, moves } = found;
          this.at = { ...this.at, value, plies, score: score ?? null, source, best, moves };
          this.searching = searching;
          if (this.picked.so_far.length === 0) this.picked = picked(this.legal, []);
        }
      }
      await new Promise((done) => setTimeout(done, 700));
    }
  }

  #key = (from: string, moves: string[]) => JSON.stringify([from, ...moves]);
  // What follows the moves that lead to a position.
  #remember(from: string, moves: string[], position: string, steps: Pick<Step, 'move' | 'position' | 'piece'>[]) {
    this.#known.set(this.#key(from, moves), position);
    const pieces = new Map(this.#pieces);
    const names = [...moves];
    for (const step of steps) {
      names.push(step.move);
      this.#known.set(this.#key(from, names), step.position);
      if (step.piece !== undefined) pieces.set(this.#key(from, names), step.piece);
    }
    if (pieces.size > this.#pieces.size) this.#pieces = pieces;
  }
  // The last of these moves of the history as players write it.
  noted(moves: string[]): string {
    const piece = this.#pieces.get(this.#key(app.route.from, moves));
    const side: Side = (moves.length % 2 === 1) === (this.begins === 'first') ? 'first' : 'second';
    return noted(this.detail?.board ?? {}, { move: moves.at(-1)!, ...(piece === undefined ? {} : { piece }) }, side, app.lang);
  }
  // A move of the position shown, `ply` plies from here.
  noted_here(step: Pick<Step, 'move' | 'piece'>, ply = 0): string {
    const side: Side = ((this.at?.to_move ?? 'first') === 'first') === (ply % 2 === 0) ? 'first' : 'second';
    return noted(this.detail?.board ?? {}, step, side, app.lang);
  }
  // The positions along a line, the first one included; null if it is none. What is not known yet is one question.
  async #way(from: string, moves: string[]): Promise<string[] | null> {
    const known = () => Array.from({ length: moves.length + 1 }, (_, ply) => this.#known.get(this.#key(from, moves.slice(0, ply))));
    let way = known();
    if (moves.length > 0 && way.some((p) => p === undefined)) {
      const found = await api.replay(this.game, { ...(from ? { from } : {}), moves });
      if (found.stopped) return null;
      this.#remember(from, [], found.position, found.steps);
      way = known();
    }
    return way.every((p) => p !== undefined) ? way : null;
  }
  async #locate(from: string, moves: string[]): Promise<string | null> {
    if (moves.length === 0) return from;
    const known = this.#known.get(this.#key(from, moves));
    return known ?? (await this.#way(from, moves))?.at(-1) ?? null;
  }

  // Plays moves from here on; where `stay` is set they are only written down. False if they are no moves of the position shown.
  play(steps: Pick<Step, 'move' | 'position' | 'piece'>[], how: { replace?: boolean; stay?: boolean } = {}): boolean {
    const first = steps[0];
    if (!first || !this.settled || !this.legal.some((m) => m.move === first.move && m.position === first.position)) return false;
    const from = app.route.line === '' ? app.route.p : app.route.from;
    const names = steps.map((s) => s.move);
    this.#known.set(this.#key(from, []), this.way[0]!);
    this.#remember(from, this.moves, this.at!.position, steps);
    const after = tree.play(this.tree, names);
    this.#farthest = after.at;
    const shown = how.stay ? tree.go(after, this.tree.at) : after;
    const p = how.stay ? app.route.p : steps.at(-1)!.position;
    app.go({ from, p, line: tree.format(shown), resigned: false }, how.replace ? 'replace' : 'push');
    return true;
  }
  play_best = () => {
    const move = best(this.legal)[0];
    if (move && this.may_move) this.play([move]);
  };
  // Shows a good move without playing it: by the values, else by a search.
  show_hint = async () => {
    const { at } = this;
    if (!at || !this.may_move || this.hinting) return;
    const found = best(this.legal)[0];
    if (found) {
      this.hint = found;
      return;
    }
    this.hinting = true;
    try {
      const reply = await api.reply(this.game, at.position, 800);
      const move = this.legal.find((m) => m.move === reply.move);
      if (this.at === at && move) this.hint = move;
    } catch (e) {
      if (this.at === at) this.problem = problem_of(e);
    } finally {
      this.hinting = false;
    }
  };

  async jump(at: number[], how: 'push' | 'replace' = 'push') {
    const { from } = app.route;
    const text = await this.#locate(from, tree.moves_to(this.tree, at)).catch(() => null);
    if (text === null) return;
    if (at.length > this.#farthest.length) this.#farthest = at;
    app.go({ p: text, line: tree.format(tree.go(this.tree, at)), resigned: false }, how);
  }
  undo = () => {
    const { at } = this.tree;
    if (app.route.resigned) return app.go({ resigned: false });
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
  // A new start: the history goes. The steps, if there are any, are written down behind it.
  set(position: string, steps: Pick<Step, 'move' | 'position' | 'piece'>[] = [], how: 'start' | 'end' = 'start') {
    const names = steps.map((s) => s.move);
    const whole = tree.play(tree.empty(), names);
    this.#remember(position, [], position, steps);
    const shown = how === 'start' ? tree.go(whole, []) : whole;
    app.go({ p: how === 'start' ? position : (steps.at(-1)?.position ?? position), from: names.length > 0 ? position : '', line: tree.format(shown), edit: false, you: '', resigned: false, values: '' });
  }
  // The text of a position, looked at before one goes there: what is none is said, and the board stays.
  async try_set(text: string): Promise<Problem | null> {
    try {
      const found = await api.position(this.game, text);
      this.set(found.position);
      return null;
    } catch (e) {
      return problem_of(e);
    }
  }
  // A record of a game in any notation that the server reads.
  async paste(text: string): Promise<Problem | null> {
    try {
      const found = await api.replay(this.game, { text });
      if (found.steps.length === 0) return { title: 'no moves', status: 422, detail: found.stopped?.why ?? app.t.no_moves_in_text };
      this.set(found.position, found.steps, 'end');
      return found.stopped ? { title: 'stopped', status: 422, detail: app.t.stopped_at(found.stopped.ply, found.stopped.move, found.stopped.why) } : null;
    } catch (e) {
      return problem_of(e);
    }
  }

  pick = (name: string) => {
    if (!this.at || !this.may_move) return;
    const { state, play } = click(this.legal, this.picked, name);
    this.picked = state;
    if (play) this.play([play]);
  };
  begin = (name: string) => {
    if (this.at && this.can_begin(name)) this.picked = picked(this.legal, [name]);
  };
  let_go = () => {
    this.picked = picked(this.may_move ? this.legal : [], []);
    this.hint = null;
  };
  can_begin = (name: string): boolean => this.may_move && this.legal.some((m) => m.clicks[0] === name && m.clicks.length > 1);
  // What a person types: a move by its name, however it is spelled.
  type = (text: string): boolean => {
    const plain = (s: string) => s.toLowerCase().replace(/[\s\-x*+]/g, '');
    const wanted = text.trim();
    const found = this.legal.filter((m) => m.move === wanted);
    const near = found.length > 0 ? found : this.legal.filter((m) => plain(m.move) === plain(wanted));
    return near.length === 1 && this.may_move && this.play([near[0]!]);
  };
}
