#!/usr/bin/env node
// Mixed use of the explorer for a long time, with tables that come and go: node bench/soak.mjs ZERMELO [MINUTES, 60] [AFTER, 5]
// Fails where the server ends, an answer is a 500, or memory at the end is more than a tenth (and 16 MiB) above what it was after the
// first minutes.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [binary, minutes = '60', after = '5'] = process.argv.slice(2);
if (!binary) {
  console.error('usage: bench/soak.mjs ZERMELO [MINUTES] [AFTER]');
  process.exit(2);
}
const tables = mkdtempSync(join(tmpdir(), 'zermelo-soak-'));
const aside = mkdtempSync(join(tmpdir(), 'zermelo-aside-'));
const games = ['tictactoe', 'anpanman', 'nocca:3x3', 'awari:6', 'checkers:endings-2'];
for (const game of games) spawnSync(binary, ['solve', game, '--quiet', '--tables', aside], { stdio: 'ignore' });
for (const game of games.slice(0, 2)) for (const end of ['zt', 'json']) cpSync(join(aside, `${game}.${end}`), join(tables, `${game}.${end}`));
const port = 20000 + (process.pid % 20000);
const base = `http://127.0.0.1:${port}`;
const server = spawn(binary, ['serve', '--no-solve', '--allow-solve', '--tables', tables, '--listen', `127.0.0.1:${port}`], { stdio: ['ignore', 'ignore', 'ignore'] });
let ended = false;
let over = false;
server.on('exit', (code) => {
  ended = true;
  if (!over) console.log(`the server ended with ${code}`);
});
const memory = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))[1]) / 1024;
const sleep = (ms) => new Promise((later) => setTimeout(later, ms));
for (let k = 0; k < 100 && !(await fetch(`${base}/api/v1/health`).then((r) => r.ok, () => false)); ++k) await sleep(100);

// The same numbers each time, so that two runs do the same.
let seed = 1;
const random = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648), Math.floor((seed / 2147483648) * n));
const counts = {};
const bad = [];
async function ask(path, init) {
  const r = await fetch(base + path, init).catch((e) => ({ status: `failed: ${e.cause?.code ?? e.message}`, json: async () => null, text: async () => '' }));
  counts[r.status] = (counts[r.status] ?? 0) + 1;
  if (r.status === 500) bad.push(path);
  return r;
}
const post = (path, body) => ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
const seen = new Map(games.map((g) => [g, ['initial']]));
async function visit() {
  const game = games[random(games.length)];
  const at = `/api/v1/games/${game}`;
  const p = encodeURIComponent(seen.get(game)[random(seen.get(game).length)]);
  const kinds = [
    async () => {
      const found = await (await ask(`${at}/position?p=${p}`)).json();
      for (const m of found?.moves ?? []) if (seen.get(game).length < 500) seen.get(game).push(m.position);
    },
    () => ask(`${at}/line?p=${p}&plies=60`).then((r) => r.text()),
    () => ask(`${at}/tree?p=${p}&plies=3`).then((r) => r.text()),
    () => ask(`${at}/openings?p=${p}`).then((r) => r.text()),
    () => ask(`${at}/statistics`).then((r) => r.text()),
    () => ask(`${at}/presets`).then((r) => r.text()),
    () => ask(`${at}/random`).then((r) => r.text()),
    () => ask(`${at}/position.svg?p=${p}`).then((r) => r.text()),
    () => ask(`${at}/position.png?p=${p}`).then((r) => r.text()),
    () => ask(`/game/${game}?p=${p}`).then((r) => r.text()),
    () => ask(`${at}/reply?p=${p}&milliseconds=20`).then((r) => r.text()),
    () => post(`${at}/positions`, { positions: seen.get(game).slice(0, 64) }).then((r) => r.text()),
    () => post(`${at}/replay`, { text: 'a1 b2 c3' }).then((r) => r.text()),
    () => ask(`${at}/position?p=%00%ff${p}`).then((r) => r.text()),
    () => ask('/api/v1/games').then((r) => r.text()),
    () => ask('/api/v1/metrics').then((r) => r.text()),
  ];
  await kinds[random(kinds.length)]();
}
const began = Date.now();
const gone = () => (Date.now() - began) / 60000;
let early = null;
const users = Array.from({ length: 8 }, async () => {
  while (gone() < Number(minutes) && !ended) {
    await visit();
    await sleep(25); // people pause; without it this would be a test of speed
  }
});
const keeper = (async () => {
  for (let k = 0; gone() < Number(minutes) && !ended; ++k) {
    const game = games[1 + (k % (games.length - 1))].replace(':', '-');
    for (const end of ['zt', 'json']) (k % 2 === 0 ? cpSync(join(aside, `${game}.${end}`), join(tables, `${game}.${end}`)) : rmSync(join(tables, `${game}.${end}`), { force: true }));
    if (k % 5 === 0) {
      const { id } = (await (await post('/api/v1/solves', { game: 'nocca:2x3', kind: 'solve' })).json()) ?? {};
      if (id && k % 10 === 0) await ask(`/api/v1/solves/${id}`, { method: 'DELETE' });
    }
    for (let s = 0; s < 30 && gone() < Number(minutes) && !ended; ++s) {
      await sleep(100);
      if (early === null && gone() >= Number(after)) early = memory();
    }
    if (k % 20 === 0 && !ended) console.log(`${gone().toFixed(1)} min  ${memory().toFixed(1)} MiB  ${JSON.stringify(counts)}`);
  }
})();
await Promise.all([...users, keeper]);
const late = ended ? NaN : memory();
over = true;
server.kill('SIGTERM');
rmSync(tables, { recursive: true, force: true });
rmSync(aside, { recursive: true, force: true });
console.log(`${minutes} minutes: ${early?.toFixed(1)} MiB after ${after}, ${late.toFixed(1)} MiB at the end, answers ${JSON.stringify(counts)}${bad.length ? `, 500 of ${[...new Set(bad)].slice(0, 5).join(' ')}` : ''}`);
process.exit(!ended && bad.length === 0 && early !== null && late <= early * 1.1 + 16 ? 0 : 1);
