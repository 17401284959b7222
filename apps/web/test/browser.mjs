// The app in a real browser against a real server: node test/browser.mjs [PART OF A TEST'S NAME]
//   ZERMELO_URL      a running server, or
//   ZERMELO_BINARY   the program, which is started with tables of the small games
//   CHROMIUM         the browser (default: the first of chromium, chromium-browser, google-chrome in the path)
// Exit code 77: something it needs is missing.
import { payloads } from './payloads.mjs';
import { serve } from './serve.mjs';

const skip = (why) => (console.log(`skipped: ${why}`), process.exit(77));
const { chromium } = await import('playwright-core').catch(() => skip('playwright-core is not installed (npm ci in apps/web)'));
const axe_path = (await import('node:module')).createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const { base, stop, executable } = await serve(skip);

const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
const troubles = [];
const problems_of = (page) => {
  const seen = [];
  page.on('pageerror', (e) => seen.push(`error: ${e.message}`));
  page.on('console', (m) => /Content Security Policy|Uncaught/.test(m.text()) && seen.push(m.text()));
  page.on('dialog', (d) => (seen.push(`dialog: ${d.message()}`), d.dismiss()));
  return seen;
};
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en-US', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.seen = problems_of(page);
  return page;
}
const expect = (what, fine) => {
  if (!fine) throw new Error(what);
};
const wanted = process.argv[2] ?? '';
async function test(name, body) {
  if (!name.includes(wanted)) return;
  const began = Date.now();
  const pages = [];
  try {
    await body(async (options) => {
      const page = await open(options);
      pages.push(page);
      return page;
    });
    for (const page of pages) expect(`the page complained: ${page.seen.join('; ')}`, page.seen.length === 0);
    console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (e) {
    troubles.push(name);
    console.log(`FAIL  ${name}: ${e.message.split('\n').slice(0, 3).join(' ')}`);
  } finally {
    for (const page of pages) await page.context().close();
  }
}
const api = async (path) => (await fetch(`${base}/api/v1${path}`)).json();
const full = (g) => (g.variant && !g.game.includes(':') ? `${g.game}:${g.variant}` : g.game);
const position = (game, p = 'initial') => api(`/games/${game}/position?p=${encodeURIComponent(p)}`);
const shown = (page) => page.locator('#position-text').inputValue();
const board_at = async (page, p) => page.waitForFunction((text) => document.querySelector('#position-text')?.value === text, p);
const play = async (page, clicks) => {
  for (const name of clicks) await page.locator(`[data-pick="${name}"]`).first().click();
};

const { games } = await api('/games');
const has = (game) => games.some((g) => full(g) === game && g.state === 'table');
const whole = ['nocca:3x3', 'tictactoe', 'anpanman'].filter(has);

await test('each game has a page', async (visit) => {
  const page = await visit();
  await page.goto(base);
  await page.locator('.cards > li').first().waitFor();
  for (const g of games) {
    await page.goto(`${base}/game/${full(g)}`);
    await page.locator(g.pictured ? 'svg.board [data-pick]' : 'pre').first().waitFor();
    expect(`${full(g)}: no verdict`, (await page.locator('.verdict').innerText()).length > 0);
  }
});

for (const game of whole)
  await test(`a perfect game of ${game} by clicking`, async (visit) => {
    const page = await visit();
    // Where best play never ends, from a longest win.
    const ends = (await api(`/games/${game}/line`)).end === 'over';
    const from = ends ? 'initial' : (await api(`/games/${game}/presets`)).presets.find((p) => p.kind === 'longest').position;
    await page.goto(`${base}/game/${game}${ends ? '' : `?p=${encodeURIComponent(from)}`}`);
    const start = await position(game, from);
    let at = start;
    let plies = 0;
    await board_at(page, at.position);
    for (; !at.over && plies < 200; ++plies) {
      const move = at.moves[0];
      await play(page, move.clicks);
      await board_at(page, move.position);
      at = await position(game, move.position);
    }
    expect('the game did not end', at.over);
    expect(`it took ${plies} plies instead of ${start.plies}`, start.plies === null || start.plies === plies);
    expect('the history is not whole', (await page.locator('.list [aria-current]').count()) === 1 && (await page.locator('.list button').count()) === plies + 1);
    await page.goBack();
    await page.goForward();
    await board_at(page, at.position);
  });

const small = whole[0];
await test('a game against the table, from either side', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/${small}?you=second`);
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 2);
  const at = await position(small, await shown(page));
  await play(page, at.moves.at(-1).clicks);
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 4 || /has won|draw/i.test(document.querySelector('.verdict').innerText));
  expect('values show while one plays', (await page.locator('.chip .worth').count()) === 0);
  await page.goBack();
  await board_at(page, at.position);
});

await test('languages', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/${small}`);
  await page.locator('.verdict').waitFor();
  await page.getByRole('button', { name: '日本語' }).click();
  await page.waitForFunction(() => document.documentElement.lang === 'ja');
  expect('the verdict is not Japanese', /必勝|引分/.test(await page.locator('.verdict').innerText()));
  await page.reload();
  await page.locator('.verdict').waitFor();
  expect('the address lost the language', page.url().includes('lang=ja') && /必勝|引分/.test(await page.locator('.verdict').innerText()));
});

await test('the position editor', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe?edit=1`);
  const piece = page.locator('.palette .piece').first();
  await piece.click();
  for (const cell of ['a1', 'b2']) await page.locator(`[data-pick="${cell}"]`).click();
  await page.locator('.says .loss').waitFor();
  expect('no reason is told', (await page.locator('.says').innerText()).length > 20);
  await page.locator('[data-pick="b2"]').click();
  await page.locator('.editor').getByRole('button', { name: /Nought|Second/ }).last().click();
  await page.locator('.says .win').waitFor();
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.locator('.verdict').waitFor();
  expect('the position is another', (await shown(page)).includes('x'));
});

await test('an address restores everything', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/${small}`);
  const start = await position(small);
  await board_at(page, start.position);
  for (const k of [0, 1]) {
    const move = start.moves[k];
    await play(page, move.clicks);
    await board_at(page, move.position);
    const next = (await position(small, move.position)).moves[0];
    await page.locator('.chip').first().click();
    await board_at(page, next.position);
    if (k === 0) {
      await page.getByRole('button', { name: 'To the start' }).click();
      await board_at(page, start.position);
    }
  }
  await page.getByRole('button', { name: 'Flip' }).click();
  const there = await shown(page);
  const other = await visit();
  await other.goto(page.url());
  await board_at(other, there);
  const history = (p) => p.locator('.list').innerText();
  expect('the history differs', (await history(other)) === (await history(page)) && (await other.locator('.branch').count()) === 1);
  expect('the board is not flipped', (await other.getByRole('button', { name: 'Flip' }).getAttribute('aria-pressed')) === 'true');
  await page.goBack();
  await page.waitForFunction((p) => document.querySelector('#position-text').value !== p, there);
});

await test('keys, dragging, embedding', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/${small}`);
  const start = await position(small);
  await board_at(page, start.position);
  await page.keyboard.press('b');
  await page.waitForFunction((p) => document.querySelector('#position-text').value !== p, start.position);
  await page.keyboard.press('ArrowLeft');
  await board_at(page, start.position);
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  const move = start.moves[0];
  await page.locator(`[data-pick="${move.clicks[0]}"]`).focus();
  for (const [k, name] of move.clicks.entries()) {
    for (let tries = 0; k > 0 && tries < 20; ++tries) { // walk there with the arrows
      const [from, to] = await page.evaluate((n) => [document.activeElement, document.querySelector(`[data-pick="${n}"]`)].map((e) => (({ x, y }) => [x, y])(e.getBoundingClientRect())), name);
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      if (Math.hypot(dx, dy) < 5) break;
      await page.keyboard.press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? 'ArrowRight' : 'ArrowLeft') : dy > 0 ? 'ArrowDown' : 'ArrowUp');
    }
    await page.keyboard.press('Enter');
  }
  await board_at(page, move.position);
  if (move.clicks.length === 2) {
    await page.goBack();
    await board_at(page, start.position);
    const [from, to] = await Promise.all(move.clicks.map((n) => page.locator(`[data-pick="${n}"]`).boundingBox()));
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
    await page.mouse.up();
    await board_at(page, move.position);
  }
  await page.goto(`${base}/game/${small}?embed=1`);
  await page.locator('.verdict').waitFor();
  expect('the header is embedded', (await page.locator('header.top, body header nav').count()) === 0);
});

const unsolved = (await api('/health')).solves ? games.find((g) => g.state === 'solvable' && g.slots < 1e6) : undefined;
if (unsolved)
  await test(`a live solve of ${full(unsolved)}`, async (visit) => {
    const page = await visit();
    await page.goto(`${base}/solve`);
    await page.getByRole('button', { name: `Solve: ${full(unsolved)}`, exact: true }).click();
    await page.getByRole('link', { name: 'Open the board' }).click({ timeout: 30000 });
    await page.waitForFunction(() => /from the table|by the rules/.test(document.querySelector('.verdict')?.innerText ?? ''));
  });

// Without a table, and too large to be proved while the test waits.
const endless = (await api('/health')).solves ? ['trax:7x7', 'yonmoque:3'].find((name) => games.some((g) => full(g) === name && g.state === 'search')) : undefined;
if (endless)
  await test(`a running proof search of ${endless} is found again`, async (visit) => {
    const state = (page, wanted) => page.locator(`section.progress[data-state=${wanted}]`).waitFor();
    const numbers = async (page) => {
      await page.waitForFunction(() => [...document.querySelectorAll('section.progress dt')].some((dt) => dt.textContent === 'Proof number'));
      return page.locator('section.progress dl').innerText();
    };
    const page = await visit();
    await page.goto(`${base}/solve`);
    await page.getByRole('button', { name: `Prove: ${endless}`, exact: true }).click();
    await state(page, 'running');
    const before = await numbers(page);
    await page.locator('section.progress .u-wrap').waitFor(); // the plot of both numbers
    await page.waitForFunction((text) => document.querySelector('section.progress dl').innerText !== text, before); // it grows
    await page.reload();
    await state(page, 'running');
    await numbers(page);
    expect('another game is shown', (await page.locator('section.progress h2').innerText()).startsWith(endless));
    const second = await visit();
    await second.goto(`${base}/solve`);
    await state(second, 'running');
    await numbers(second);
    expect('a second solve can be begun', await second.getByRole('button', { name: `Prove: ${endless}`, exact: true }).isDisabled());
    await second.getByRole('button', { name: 'Stop' }).click();
    await state(second, 'stopped');
    await state(page, 'stopped');
    await page.reload();
    await state(page, 'stopped'); // how the last one ended
  });

const proved = games.find((g) => full(g) === 'trax:4x4');
if (proved)
  await test('what a proof says stands on the board', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/game/trax:4x4`);
    await page.waitForFunction(() => /Draw with best play/.test(document.querySelector('.verdict')?.innerText ?? ''));
    expect('the source is not told', (await page.locator('.verdict').innerText()).includes('from a proof'));
    expect('a move is called best', (await page.locator('.chip.top').count()) === 0);
  });

if (has('anpanman'))
  await test('published figures stand beside ours', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/stats/anpanman`);
    await page.locator('tr.no').first().waitFor();
    expect('not every difference is marked', (await page.locator('tr.no').count()) === 4 && (await page.locator('tr.yes').count()) >= 2);
    const link = await page.locator('tr.no a').first().getAttribute('href');
    const text = await (await fetch(base + link)).text();
    expect('differences are not explained', text.includes('4,219,477'));
    if (!games.some((g) => full(g) === 'nocca')) return;
    await page.goto(`${base}/stats/nocca`);
    await page.locator('[data-published]').waitFor();
    expect('the distribution is not compared', /69 rows the same, 0 differ/.test(await page.locator('[data-published]').innerText()));
    await page.locator('details summary').first().click();
    expect('rows lack their mark', (await page.locator('details tr.yes').count()) === 69);
  });

await test('presets are there, or are said to be missing', async (visit) => {
  const page = await visit();
  for (const g of games.filter((one) => one.state === 'table')) {
    const { presets, none } = await api(`/games/${full(g)}/presets`);
    const kinds = new Set([...presets.map((p) => p.kind), ...none]);
    for (const kind of ['initial', 'perfect', 'zugzwang', 'hard']) expect(`${full(g)}: ${kind} is neither`, kinds.has(kind));
  }
  await page.goto(`${base}/game/tictactoe`);
  await page.getByText('None was found here: Zugzwang.').waitFor();
});

const pages = ['/', `/game/${small}`, `/game/${small}?edit=1`, `/game/${small}?you=first`, `/stats/${small}`, '/solve', `/game/${small}?embed=1`];
await test('axe-core finds nothing serious; nothing is wider than a phone', async (visit) => {
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', viewport: { width: 360, height: 740 } }]) {
    const page = await visit(options);
    for (const path of pages) {
      await page.goto(base + path);
      await page.locator('.verdict, .cards > li, .editor, .grid, .note').first().waitFor();
      await page.waitForTimeout(250);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(`${path} is ${wide} px too wide`, wide <= 0);
      await page.evaluate(`${(await import('node:fs')).readFileSync(axe_path, 'utf8')}`);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const serious = violations.filter((v) => v.impact === 'serious' || v.impact === 'critical');
      expect(`${path}: ${serious.map((v) => `${v.id} at ${v.nodes[0].target}`).join(', ')}`, serious.length === 0);
    }
  }
});

await test(`${payloads.length} script injections do nothing`, async (visit) => {
  const page = await visit();
  await page.addInitScript(() => {
    globalThis.injected = 0;
    for (const name of ['alert', 'confirm', 'prompt', 'print']) globalThis[name] = () => ++globalThis.injected;
  });
  await page.goto(`${base}/game/tictactoe`);
  for (const [k, payload] of payloads.entries()) {
    const text = encodeURIComponent(payload);
    const address = [`/game/tictactoe?p=${text}`, `/game/tictactoe?line=${text}&from=${text}`, `/game/${text.replaceAll('.', '%2E')}`, `/game/tictactoe?p=${text}&lang=${text}&you=${text}`][k % 4];
    if (k % 2 === 0) await page.goto(base + address, { waitUntil: 'domcontentloaded' });
    else { // as if the back button led there
      await page.evaluate((to) => (history.pushState(null, '', to), dispatchEvent(new PopStateEvent('popstate'))), address);
      await page.waitForTimeout(40);
    }
    await page.waitForFunction(() => document.querySelector('[role=alert], .verdict, main h1') || document.body.innerText.includes('{'));
    expect(`${address} ran`, (await page.evaluate(() => globalThis.injected)) === 0);
    expect(`${address} left the page`, page.url().startsWith(base));
    expect(`${address} made an element`, (await page.evaluate(() => document.querySelectorAll('iframe, object, embed, script:not([src]), img, video, audio, form[action], [onerror], [onload]').length)) === 0);
  }
  expect('the server is gone', (await api('/health')).status === 'ok');
});

await browser.close();
stop();
console.log(troubles.length ? `${troubles.length} failed: ${troubles.join(', ')}` : 'all passed');
process.exit(troubles.length ? 1 : 0);
