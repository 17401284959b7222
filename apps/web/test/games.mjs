// A whole game by clicking, in every game of the catalogue: node test/games.mjs [GAME…], with the variables of browser.mjs.
// Both sides are played: a turn that wins at once, else one by lot; the same lots each time.
import { serve } from './serve.mjs';

const skip = (why) => (console.log(`skipped: ${why}`), process.exit(77));
const { chromium } = await import('playwright-core').catch(() => skip('playwright-core is not installed (npm ci in apps/web)'));
const { base, stop, executable } = await serve(skip);
const api = async (path) => (await fetch(`${base}/api/v1${path}`)).json();
const most_plies = 600;

const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const wanted = process.argv.slice(2);
const { games } = await api('/games');
const names = wanted.length ? wanted : games.filter((g) => g.variant === '' && g.pictured).map((g) => g.game);
let failed = names.length === 0;
for (const game of names) {
  const began = Date.now();
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  const errors = [];
  page.on('pageerror', (e) => errors.push(e.message));
  let seed = 7;
  const lot = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648), Math.floor((seed / 2147483648) * n));
  let plies = 0;
  try {
    await page.goto(`${base}/game/${game}?marks=none`);
    let at = await api(`/games/${game}/position`);
    const seen = new Map();
    while (!at.over && plies < most_plies) {
      seen.set(at.position, (seen.get(at.position) ?? 0) + 1);
      if (seen.get(at.position) >= 3 && (await api(`/games/${game}`)).repetition === 'draw') break; // as the page says below
      // A position that may not come again is no turn here.
      const fresh = at.moves.filter((m) => !seen.has(m.position));
      const some = fresh.length > 0 ? fresh : at.moves;
      const move = some.find((m) => m.value === 'win' && (m.plies === 1 || m.plies === null)) ?? some[lot(some.length)];
      for (const name of move.clicks) {
        const cell = page.locator(`[data-pick="${name}"]`).first();
        await cell.click({ timeout: 15000 });
      }
      const end_here = page.getByRole('button', { name: `End the move here: ${move.move}`, exact: true });
      await page.waitForFunction(([p]) => document.querySelector('#position-text')?.value === p || [...document.querySelectorAll('.left > .btn.main')].length > 0, [move.position], { timeout: 15000 });
      if ((await page.locator('#position-text').inputValue()) !== move.position) await end_here.click({ timeout: 15000 });
      await page.waitForFunction((p) => document.querySelector('#position-text')?.value === p, move.position, { timeout: 15000 });
      ++plies;
      at = await api(`/games/${game}/position?p=${encodeURIComponent(move.position)}`);
    }
    const says = (await page.locator('.verdict').innerText()).replace(/\s+/g, ' ');
    const ended = at.over || /third time/.test(await page.locator('main').innerText());
    if (!ended) throw new Error(`no end after ${plies} plies`);
    if (at.over && !/won|draw|over|wins by/i.test(says)) throw new Error(`the end is not told: ${says}`);
    if ((await page.locator('.list button').count()) !== plies + 1) throw new Error('the history is not whole');
    if (errors.length) throw new Error(errors.join('; '));
    console.log(`ok    ${game}: ${plies} plies, “${says.slice(0, 60)}” (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (e) {
    failed = true;
    console.log(`FAIL  ${game} after ${plies} plies: ${e.message.split('\n').slice(0, 3).join(' ')}`);
  }
  await page.context().close();
}
await browser.close();
stop();
process.exit(failed ? 1 : 0);
