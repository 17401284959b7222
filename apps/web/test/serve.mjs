// Finds a browser and a server for the tests, or says what is missing.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const in_path = (name) => (process.env.PATH ?? '').split(':').map((dir) => join(dir, name)).find(existsSync);
const free_port = () =>
  new Promise((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

// nocca:2x3 is left for the test of live solves.
export const small_games = ['tictactoe', 'anpanman', 'nocca:3x3', 'yonmoque:free-2', 'checkers:endings-2', 'awari:6'];

// `more` are solved besides.
export async function serve(skip, more = []) {
  const executable = process.env.CHROMIUM ?? ['chromium', 'chromium-browser', 'google-chrome'].map(in_path).find(Boolean);
  if (!executable) skip('there is no chromium');
  if (process.env.ZERMELO_URL) return { base: process.env.ZERMELO_URL.replace(/\/$/, ''), stop: () => {}, executable };
  const binary = process.env.ZERMELO_BINARY;
  if (!binary || !existsSync(binary)) skip('neither ZERMELO_URL nor ZERMELO_BINARY');

  const tables = mkdtempSync(join(tmpdir(), 'zermelo-web-'));
  for (const game of [...small_games, ...more]) spawnSync(binary, ['solve', game, '--tables', tables], { stdio: 'ignore' });
  spawnSync(binary, ['stats', 'anpanman', '--reachable', '--tables', tables], { stdio: 'ignore' }); // the published figures count these
  // A campaign that ends at once, and one that is not decided: its first search is cut short.
  const campaigns = ['decided', 'open'].map((name) => join(tables, `${name}.campaign`));
  spawnSync(binary, ['campaign', 'new', 'trax:4x4', '--claim', 'not-loss', '--visits', '64', campaigns[0]], { stdio: 'ignore' });
  spawnSync(binary, ['campaign', 'run', campaigns[0], '--threads', '1', '--memory', '4M', '--quiet'], { stdio: 'ignore' });
  spawnSync(binary, ['campaign', 'new', 'trax:6x6', '--claim', 'not-loss', '--visits', '64', campaigns[1]], { stdio: 'ignore' });
  spawnSync(binary, ['campaign', 'run', campaigns[1], '--threads', '1', '--memory', '4M', '--quiet', '--time', '2'], { stdio: 'ignore' });
  const shown = campaigns.filter(existsSync).flatMap((store) => ['--campaign', store]);
  const base = `http://127.0.0.1:${await free_port()}`;
  const server = spawn(binary, ['serve', '--no-solve', '--allow-solve', ...shown, '--tables', tables, '--listen', base.slice('http://'.length)], { stdio: ['ignore', 'inherit', 'inherit'] });
  const stop = () => {
    server.kill('SIGTERM');
    rmSync(tables, { recursive: true, force: true });
  };
  process.on('exit', stop);
  for (let tries = 0; tries < 200; ++tries) {
    if (server.exitCode === 2) skip('this program does not know zermelo serve');
    if (server.exitCode !== null) throw new Error(`zermelo serve ended with ${server.exitCode}`);
    if (await fetch(`${base}/api/v1/health`).then((r) => r.ok, () => false)) return { base, stop, executable };
    await new Promise((later) => setTimeout(later, 100));
  }
  throw new Error('zermelo serve does not answer');
}
