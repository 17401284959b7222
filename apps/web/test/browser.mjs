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
const waiting = [];
const solves = []; // one after another: a server has one at a time
const test = (name, body, line = waiting) => name.includes(wanted) && line.push(() => run(name, body));
async function run(name, body) {
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

test('each game has a page; B7: list and board say the same', async (visit) => {
  const page = await visit();
  await page.goto(base);
  await page.locator('.cards > li').first().waitFor();
  for (const g of games) {
    await page.goto(`${base}/game/${full(g)}`);
    await page.locator(g.pictured ? 'svg.board [data-pick]' : 'pre').first().waitFor();
    const says = await page.locator('.verdict').innerText();
    expect(`${full(g)}: no verdict`, says.length > 0);
    if (g.initial?.value) expect(`${full(g)}: the list knows ${g.initial.value}, the board says ${says}`, !says.includes('not known')); // B7
  }
});

for (const game of whole)
  test(`a perfect game of ${game} by clicking`, async (visit) => {
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
test('a game against the table, from either side', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/${small}?you=second`);
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 2);
  await page.locator('.play').getByText('Your turn').waitFor();
  const at = await position(small, await shown(page));
  await play(page, at.moves.at(-1).clicks);
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 4 || /has won|draw/i.test(document.querySelector('.verdict').innerText));
  expect('values show while one plays', (await page.locator('.chip .worth').count()) === 0);
  await page.goBack();
  await board_at(page, at.position);
});

test('languages', async (visit) => {
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

test('the position editor', async (visit) => {
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

test('an address restores everything', async (visit) => {
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

test('keys, dragging, embedding', async (visit) => {
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
  test(`a live solve of ${full(unsolved)}`, async (visit) => {
    const page = await visit();
    await page.goto(`${base}/game/${full(unsolved)}`);
    await page.getByRole('button', { name: 'Solve it now' }).click(); // leads to the page of live solves
    await page.getByRole('link', { name: 'Open the board' }).click({ timeout: 30000 });
    await page.waitForFunction(() => /from the table|by the rules/.test(document.querySelector('.verdict')?.innerText ?? ''));
  }, solves);
if ((await api('/health')).solves)
  test('a live solve is seen where one is, and says what came of it', async (visit) => {
    const page = await visit({ viewport: { width: 1280, height: 500 } });
    await page.goto(`${base}/solve`);
    const { solve_memory } = await api('/health');
    const large = games.find((g) => g.state === 'solvable' && g.memory > solve_memory);
    if (large) expect('what is too large can be asked for', await page.getByRole('button', { name: `Solve: ${full(large)}`, exact: true }).isDisabled());
    const last = games.filter((g) => g.state === 'solvable' && g.slots < 3e6).at(-1);
    if (!last) return;
    await page.getByRole('button', { name: `Solve: ${full(last)}`, exact: true }).click();
    // The panel may still show how the solve before ended: this one's has a link to its board.
    await page.locator(`section.progress[data-state=done] a[href^="/game/${full(last)}"]`).waitFor({ timeout: 60000 });
    expect('no result is told', /wins|Draw/.test(await page.locator('section.progress .result').innerText()));
    const box = await page.locator('section.progress').boundingBox();
    expect(`the panel is out of sight: ${JSON.stringify(box)}`, box.y < 500 && box.y + box.height > 0);
    expect('figures of a running solve stand there', (await page.locator('section.progress dt').allInnerTexts()).every((t) => t !== 'Open' && t !== 'Per second'));
  }, solves);

// Without a table, and too large to be proved while the test waits.
const endless = (await api('/health')).solves ? ['trax:7x7', 'yonmoque:3'].find((name) => games.some((g) => full(g) === name && g.state === 'search')) : undefined;
if (endless)
  test(`a running proof search of ${endless} is found again`, async (visit) => {
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
    expect('another game is shown', (await page.locator('section.progress h2').innerText()).includes(endless.split(':')[1]));
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
  }, solves);

const proved = games.find((g) => full(g) === 'trax:4x4');
if (proved)
  test('what a proof says stands on the board', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/game/trax:4x4`);
    await page.waitForFunction(() => /Draw with best play/.test(document.querySelector('.verdict')?.innerText ?? ''));
    expect('the source is not told', (await page.locator('.verdict').innerText()).includes('from a proof'));
    expect('a move is called best', (await page.locator('.chip.top').count()) === 0);
  });

if (has('anpanman'))
  test('published figures stand beside ours', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/stats/anpanman`);
    await page.locator('tr.no').first().waitFor();
    expect('not every difference is marked', (await page.locator('tr.no').count()) === 4 && (await page.locator('tr.yes').count()) >= 2);
    // The mark stands beside the word, not on it.
    const inset = await page.locator('tr.no > :first-child').first().evaluate((e) => parseFloat(getComputedStyle(e).paddingInlineStart));
    expect(`the red bar covers the word: ${inset}`, inset >= 6);
    await page.locator('tr.no a').first().click();
    await page.locator('#errata').getByText('4,219,477').first().waitFor();
    expect('the errata are raw text', (await page.locator('#errata table').count()) > 0);
    if (!games.some((g) => full(g) === 'nocca')) return;
    await page.goto(`${base}/stats/nocca`);
    await page.locator('[data-published]').waitFor();
    expect('the distribution is not compared', /69 rows the same, 0 differ/.test(await page.locator('[data-published]').innerText()));
    await page.locator('details summary').first().click();
    expect('rows lack their mark', (await page.locator('details tr.yes').count()) === 69);
  });

test('presets are there, or are said to be missing', async (visit) => {
  const page = await visit();
  for (const g of games.filter((one) => one.state === 'table')) {
    const { presets, none } = await api(`/games/${full(g)}/presets`);
    const kinds = new Set([...presets.map((p) => p.kind), ...none]);
    for (const kind of ['initial', 'perfect', 'zugzwang', 'hard']) expect(`${full(g)}: ${kind} is neither`, kinds.has(kind));
  }
  await page.goto(`${base}/game/tictactoe`);
  await page.getByText('None was found here: Zugzwang.').waitFor();
});

// What a review of the explorer found, under its names.
const slowly = (page, delay = 250) => page.route('**/position?**', async (route) => (await new Promise((later) => setTimeout(later, delay)), route.continue()));
const line_of = (page) => new URL(page.url()).searchParams.get('line') ?? '';

test('B1: a double click plays one move', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/anpanman`);
  await page.locator('.chip').first().waitFor();
  await slowly(page);
  await page.locator('.chip').first().dblclick();
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 2 && document.querySelector('.chip:not(:disabled)'));
  expect(`two moves were written: ${line_of(page)}`, !line_of(page).includes(','));
  await page.locator('body').press('b');
  await page.keyboard.press('b');
  await page.keyboard.press('b');
  await page.waitForTimeout(900);
  const line = line_of(page);
  await page.reload();
  await page.locator('.list button').first().waitFor();
  expect(`the history was lost: ${line}`, line_of(page) === line && (await page.locator('.list button').count()) === line.split(',').length + 1);
});

test('B2: the arrow keys step after a move with the mouse', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/anpanman`);
  const start = await position('anpanman');
  await board_at(page, start.position);
  await play(page, start.moves[0].clicks);
  await board_at(page, start.moves[0].position);
  await page.keyboard.press('ArrowLeft');
  await board_at(page, start.position);
});

const round = ['B5-A4', 'B1-A2', 'A4-B4', 'A2-B2', 'B4-A4', 'B2-A2', 'A4-B4', 'A2-B2', 'B4-A4', 'B2-A2'];
test('B3: a game ends by repetition, and the start counts', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/anpanman?you=first&line=${round.join(',')}`);
  await page.locator('.play .result').getByText('third time').waitFor();
  expect('it is not called a draw', (await page.locator('.play .result').innerText()).includes('A draw'));
  expect('it can be played on', (await page.locator('.chip:not(:disabled)').count()) === 0);
  // There and back: the position of the start.
  const there = ['A4-B4', 'A2-B2', 'B4-A4', 'B2-A2'];
  const from = (await api('/games/anpanman/position?p=initial')).moves.find((m) => m.move === 'B5-A4').position;
  const second = (await position('anpanman', from)).moves.find((m) => m.move === 'B1-A2').position;
  await page.goto(`${base}/game/anpanman?from=${encodeURIComponent(second)}&line=${there.join(',')}`);
  await page.locator('.repeats').getByText('at the start').waitFor();
});

test('B4: a finished game says who won and why, and offers more', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe?you=first&line=b2,a2,a1,c3,c1,b3,b1`);
  await page.locator('.play .result').getByText('You won!').waitFor();
  expect('no reason is told', (await page.locator('.play .result').innerText()).includes('Three in a row.'));
  expect('the winner sees a cross', !(await page.locator('.verdict').innerText()).includes('×'));
  expect('it says that there are no moves', (await page.getByText('There are no moves.').count()) === 0);
  expect('values are hidden at the end', (await page.getByText('Values are hidden').count()) === 0);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await board_at(page, (await position('tictactoe')).position);
  expect('the rematch is no game', new URL(page.url()).searchParams.get('you') === 'first');
  await play(page, ['b2']);
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 3);
  await page.getByRole('button', { name: 'Hint' }).click();
  await page.getByText(/^Try /).waitFor();
  expect('the hint was played', (await page.locator('.list button').count()) === 3);
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.locator('.play .result').getByText('You lost.').waitFor();
  await page.getByRole('button', { name: 'Take back' }).click();
  await page.locator('.play').getByText('Your turn').waitFor();
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: 'Other side' }).click();
  await page.waitForFunction(() => new URL(location.href).searchParams.get('you') === 'second' && document.querySelectorAll('.list button').length === 2);
});

const endings = has('checkers:endings-2');
if (endings)
  test('B5, B6: a table on disk is listed, and used by its game', async (visit) => {
    const page = await visit();
    await page.goto(base);
    await page.locator('.variants a[href$="/game/checkers:endings-2"]').waitFor();
    expect('the card leads to endings', (await page.locator('h2 a[href$="/game/checkers"]').count()) === 1);
    await page.goto(`${base}/game/checkers?p=${encodeURIComponent('B:WK32:BK1')}`);
    await page.locator('.verdict').getByText('from the table of checkers:endings-2').waitFor();
    expect('moves are unknown', (await page.locator('.chip.unknown').count()) === 0);
    await page.goto(`${base}/game/checkers:endings-77`);
    await page.getByRole('link', { name: 'All games' }).waitFor();
    expect('the start of no game is offered', (await page.getByText('Start position').count()) === 0);
  });

test('B9, B10: positions are counted and labelled, and every variant is seen', async (visit) => {
  const page = await visit();
  await page.goto(base);
  await page.locator('.cards > li').first().waitFor();
  expect('tic-tac-toe has no number of positions', (await page.locator('.cards').innerText()).includes('5,478 positions'));
  const hidden = await page.evaluate(() => [...document.querySelectorAll('.variants')].filter((e) => e.scrollHeight > e.clientHeight + 1).length);
  expect(`${hidden} lists scroll`, hidden === 0);
  expect('a variant is missing', (await page.locator('.variants > li').count()) === games.length);
});

test('B11: the best line is whole', async (visit) => {
  const page = await visit();
  const longest = (await api('/games/anpanman/presets')).presets.find((p) => p.kind === 'longest');
  await page.goto(`${base}/game/anpanman?p=${encodeURIComponent(longest.position)}`);
  await page.getByText('29 plies, the game ends').waitFor();
  await page.getByRole('button', { name: 'show 13 more' }).click();
  expect('plies are missing', (await page.locator('[data-step]').count()) === 29);
  expect('it has more than one tab stop', (await page.locator('[data-step][tabindex="0"]').count()) === 1);
  const cut = await page.locator('.line').evaluate((e) => e.scrollHeight > e.clientHeight + 1);
  expect('it is cut', !cut);
});

test('B12: an unknown page is a page', async (visit) => {
  const page = await visit();
  const response = await page.goto(`${base}/nowhere`);
  expect('it is found', response.status() === 404);
  await page.getByRole('heading', { name: 'There is no such page.' }).waitFor();
  await page.getByRole('link', { name: 'All games' }).last().click();
  await page.locator('.cards > li').first().waitFor();
});

if (games.some((g) => full(g) === 'checkers'))
  test('B13: statistics without a table say one thing', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/stats/checkers`);
    await page.getByText('There are no statistics').waitFor();
    expect('there are two notices', (await page.locator('[role=alert]').count()) === 0);
    expect('it advises what cannot be done', !(await page.locator('main').innerText()).includes('zermelo solve checkers'));
  });

test('B14: while one edits, no old verdict stands there; a mistyped position leaves the board', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe?edit=1`);
  await page.locator('.editor').waitFor();
  expect('the old verdict is there', (await page.locator('.verdict, .chip').count()) === 0);
  await page.goto(`${base}/game/tictactoe?line=b2`);
  await page.locator('#position-text').fill('nonsense');
  await page.getByRole('button', { name: 'Go', exact: true }).click();
  await page.getByRole('alert').waitFor();
  expect('the board is gone', (await page.locator('svg.board [data-pick]').count()) === 9 && (await page.locator('.list button').count()) === 2);
});

if (games.some((g) => full(g) === 'awari'))
  test('B16: Awari: names, captured stones, round marks', async (visit) => {
    const page = await visit();
    await page.goto(`${base}/game/awari?p=${encodeURIComponent('4,4,0,5,5,5,5,4,4,4,4,0/second/+2')}`);
    await page.locator('.chip').first().waitFor();
    const names = await page.locator('.chip .name').allInnerTexts();
    for (const name of names) expect(`${name} is no pit on the board`, (await page.locator(`[data-pick="${name}"]`).count()) === 1);
    expect('captured stones are not shown', (await page.locator('.hand').allInnerTexts()).join(' ').includes('Captured'));
    await page.locator(`[data-pick="${names[0]}"]`).focus();
    expect('a mark is square', (await page.locator(`[data-pick="${names[0]}"] .focus`).getAttribute('rx')) === '48');
  });

test('what the server refuses is said in Japanese; openings are laid out', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/chess?lang=ja`);
  await page.getByRole('alert').getByText('そのゲームはここにはありません。').waitFor();
  await page.goto(`${base}/stats/anpanman`);
  await page.locator('.openings').waitFor();
  expect('not every move has a row', (await page.locator('.openings tbody tr').count()) === (await position('anpanman')).moves.length);
  await page.getByRole('link', { name: 'A5-A4 B1-A2: win' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 3);
});

test('B17: axes have words that people know', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/stats/anpanman`);
  await page.locator('.u-wrap').first().waitFor();
  const canvas = await page.evaluate(async () => {
    const seen = [];
    const fill = CanvasRenderingContext2D.prototype.fillText;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) { seen.push(String(text)); return fill.call(this, text, ...rest); };
    [...document.querySelectorAll('button')].find((b) => b.textContent === 'Logarithmic').click();
    await new Promise((later) => setTimeout(later, 400));
    return seen;
  });
  expect(`the axis says ${canvas.join(' ')}`, canvas.some((t) => / M$| k$/.test(t)) && !canvas.some((t) => / G$/.test(t)));
});

test('B22: a link with a long line takes a few requests', async (visit) => {
  const page = await visit();
  const longest = (await api('/games/anpanman/presets')).presets.find((p) => p.kind === 'longest');
  const { steps } = await api(`/games/anpanman/line?p=${encodeURIComponent(longest.position)}`);
  let asked = 0;
  page.on('request', (r) => (asked += /\/(position|positions|replay)(\?|$)/.test(new URL(r.url()).pathname + '?') ? 1 : 0));
  await page.goto(`${base}/game/anpanman?from=${encodeURIComponent(longest.position)}&line=${steps.map((s) => s.move).join(',')}`);
  await board_at(page, steps.at(-1).position);
  await page.waitForTimeout(500);
  expect(`${asked} requests`, steps.length === 29 && asked <= 6);
});

test('a game is pasted, marked and drawn', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe`);
  await page.getByText('Paste a game').click();
  await page.locator('#game-text').fill('[White "x"]\n1. b2 A2 {a slip} 2. a1 c3 3. c1 *');
  await page.getByRole('button', { name: 'Read the game' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.list button').length === 6);
  await page.locator('.list .mark').waitFor();
  expect('the slip is not marked', (await page.locator('.list .mark').count()) === 1);
  await page.getByRole('button', { name: /First mistake/ }).click();
  await page.waitForFunction(() => document.querySelector('.list [aria-current]')?.textContent.includes('b2'));
  await page.locator('#game-text').fill('b2 b2');
  await page.getByRole('button', { name: 'Read the game' }).click();
  await page.getByRole('alert').getByText('this is no legal move here').waitFor();
});

test('a picture of pixels is the drawing', async (visit) => {
  const page = await visit();
  await page.goto(base);
  for (const [game, p] of [['anpanman', 'initial'], ['awari', 'initial'], ['trax:4x4', 'F7/J.:w'], ['gomoku', 'initial'], ['nocca:3x3', 'initial'], ['checkers', 'initial']]) {
    const at = `/api/v1/games/${game}/position`;
    if ((await fetch(`${base}${at}.png`)).status === 404) return; // built without it
    // How much two pictures of 1200x630 differ at most, in patches of 10x10: letters are other ones (28), edges lie elsewhere by a part of a pixel.
    const far = await page.evaluate(async ([svg, png]) => {
      const pixels = async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        // The SVG has 80 pixels for a cell; cells of the other one begin at whole pixels.
        const scale = image.naturalWidth === 1200 ? 1 : Math.floor(80 * Math.min(1200 / image.naturalWidth, 630 / image.naturalHeight)) / 80;
        const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
        const context = new OffscreenCanvas(1200, 630).getContext('2d');
        context.fillStyle = '#f6f5f1';
        context.fillRect(0, 0, 1200, 630);
        context.drawImage(image, Math.round((1200 - width) / 2), Math.round((630 - height) / 2), width, height);
        return context.getImageData(0, 0, 1200, 630).data;
      };
      const [one, other] = [await pixels(svg), await pixels(png)];
      let most = 0;
      for (let y = 0; y < 630; y += 10)
        for (let x = 0; x < 1200; x += 10) {
          let sum = 0;
          for (let k = 0; k < 100; ++k) for (let c = 0; c < 3; ++c) {
            const i = 4 * ((y + Math.floor(k / 10)) * 1200 + x + (k % 10)) + c;
            sum += one[i] - other[i];
          }
          most = Math.max(most, Math.abs(sum) / 300);
        }
      return most;
    }, [`${at}.svg?p=${encodeURIComponent(p)}`, `${at}.png?p=${encodeURIComponent(p)}`]);
    expect(`${game}: the pictures differ by ${far.toFixed(1)} of 255`, far < 45);
  }
});

test('arrows show the best moves, all of them, or none', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/anpanman`);
  await page.locator('.arrows g').first().waitFor();
  const { moves } = await position('anpanman');
  expect('not the best', (await page.locator('.arrows > g').count()) === moves.filter((m) => m.value === 'draw').length);
  await page.keyboard.press('a');
  await page.waitForFunction((n) => document.querySelectorAll('.arrows > g').length === n, moves.length);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.arrows > g').length === 0);
});

test('the tree of moves opens to any depth; moves are written as players do; the interface has a page', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe`);
  await page.locator('details.tree > summary').click();
  await page.locator('details.tree .turn').nth(2).waitFor();
  expect('symmetric moves are not one', (await page.locator('details.tree .turn').count()) === 3);
  for (const depth of [1, 2, 3, 4]) { // beyond what one answer holds
    await page.locator('details.tree button[aria-expanded=false]').first().click();
    await page.waitForFunction((d) => document.querySelectorAll('details.tree ul').length > d, depth);
  }
  const deepest = page.locator('details.tree ul ul ul ul ul .turn a').first(); // five plies
  const plies = new URL(await deepest.getAttribute('href'), base).searchParams.get('line').split(',').length;
  await deepest.click();
  await page.waitForFunction((n) => document.querySelectorAll('.list button').length === n + 1, plies);
  await page.goto(`${base}/game/anpanman?line=A5-A4&lang=ja`);
  await page.waitForFunction(() => document.querySelector('.list')?.innerText.includes('A4カレーパンマン(A5)'));
  expect('chips lack the piece', (await page.locator('.chip .name').allInnerTexts()).every((t) => /[ぁ-んァ-ン]/.test(t)));
  await page.goto(`${base}/stats/anpanman?lang=ja`);
  await page.getByText('両方のリーダーが盤上にあり').waitFor();
  await page.goto(`${base}/api`);
  const described = Object.values((await api('/openapi.json')).paths).reduce((n, methods) => n + Object.keys(methods).length, 0);
  await page.waitForFunction((n) => document.querySelectorAll('.page section h2').length === n, described);
});

test('the rules of every game are told in both languages', async (visit) => {
  const page = await visit();
  for (const name of new Set(games.map((g) => g.game)))
    for (const lang of ['en', 'ja']) {
      await page.goto(`${base}/rules/${name}?lang=${lang}`);
      await page.locator('article .markdown p').first().waitFor();
      const text = await page.locator('article').innerText();
      expect(`${name}: no rules in ${lang}`, text.length > 80 && /。/.test(text) === (lang === 'ja'));
    }
});

// Nothing is looked at but what a screen reader is told.
test('a whole game by names and roles alone', async (visit) => {
  const page = await visit();
  await page.goto(`${base}/game/tictactoe`);
  await page.getByRole('button', { name: 'as Cross' }).click();
  const news = page.locator('[data-news]');
  await page.getByRole('grid', { name: 'Board of Tic-tac-toe' }).waitFor();
  for (let turn = 0; turn < 5; ++turn) {
    const cell = page.getByRole('gridcell', { name: /empty/ }).first();
    const name = (await cell.getAttribute('aria-label')).slice(0, 2);
    if (turn === 0) { // by the keyboard, on the board
      await cell.focus();
      await page.keyboard.press('Enter');
    } else { // typed
      await page.getByRole('textbox', { name: 'Type a move' }).fill(name);
      await page.keyboard.press('Enter');
    }
    await page.waitForFunction(() => /Nought played|won|draw/i.test(document.querySelector('[data-news]').textContent));
    if (/won|A draw/.test(await news.textContent())) break;
    await page.getByRole('status').filter({ hasText: 'Your turn' }).waitFor();
    if (turn > 0) expect('the focus is lost', (await page.evaluate(() => document.activeElement?.id)) === 'move-text');
  }
  await page.getByRole('button', { name: 'Rematch' }).waitFor();
  expect('how it ended is not said', /won|draw/i.test(await news.textContent()));
});

test('a phone: the board and whose turn it is are in sight', async (visit) => {
  for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
    const page = await visit({ viewport, hasTouch: true, isMobile: true });
    await page.goto(`${base}/game/anpanman`);
    await page.getByRole('button', { name: 'as First' }).tap();
    const status = page.locator('.play').getByText('Your turn');
    await status.waitFor();
    await page.waitForTimeout(600);
    for (const [what, where] of [['board', page.locator('svg.board')], ['status', status]]) {
      const box = await where.boundingBox();
      expect(`${viewport.width}: the ${what} is out of sight: ${JSON.stringify(box)}`, box.y >= -2 && box.y + box.height <= viewport.height + 2);
    }
    const small_ones = await page.evaluate(() => [...document.querySelectorAll('.play button, .play select, .bar button')].filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 43.5).map((e) => e.outerHTML.slice(0, 80)));
    expect(`too small: ${small_ones.join(' ')}`, small_ones.length === 0);
  }
});

// Whatever can be pressed takes a finger: 44 px both ways, but for links inside a sentence, which may not break its lines.
test('a phone: every target is 44 px', async (visit) => {
  const addresses = ['/', '/about', '/api', `/rules/${small}`, '/rules/dobutsu', `/game/${small}`, '/game/anpanman?line=A5-A4,A1-A2', '/game/awari', '/game/checkers', '/game/yonmoque', '/game/trax:4x4', '/game/gomoku', `/game/anpanman?edit=1`, `/game/${small}?you=first`, '/stats/anpanman', '/stats/awari:6', '/solve', '/campaigns', `/game/${small}?embed=1`, '/nowhere'];
  const small_ones = new Set();
  for (const viewport of [{ width: 390, height: 844 }, { width: 844, height: 390 }]) {
    const page = await visit({ viewport, hasTouch: true, isMobile: true });
    for (const path of addresses) {
      await page.goto(base + path);
      await page.locator('.verdict, .cards > li, .editor, .grid, .note, .page, .missing, article').first().waitFor();
      await page.waitForTimeout(150);
      await page.evaluate(() => document.querySelectorAll('details').forEach((d) => (d.open = true)));
      await page.waitForTimeout(150);
      const found = await page.evaluate(() =>
        [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=gridcell]')]
          .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest('.sr, .skip') && !(e.tagName === 'A' && e.closest('p, dd, dt, .markdown, .note') && e.parentElement.innerText.trim() !== e.innerText.trim()))
          .map((e) => ({ e, box: e.getBoundingClientRect() }))
          .filter(({ box }) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
          .map(({ e, box }) => `${e.tagName}.${e.getAttribute('class') ?? ''} in ${e.parentElement.className?.baseVal ?? e.parentElement.className}: ${Math.round(box.width)}x${Math.round(box.height)} ${e.innerText?.slice(0, 20).replace(/\s+/g, ' ') ?? ''}`));
      for (const one of found) small_ones.add(`${viewport.width} ${path}: ${one}`);
    }
  }
  expect(`too small: ${[...small_ones].slice(0, 400).join(' | ')}`, small_ones.size === 0);
});

const pages = ['/', '/about', '/api', '/nowhere', `/rules/${small}`, `/game/${small}?marks=all`, '/game/awari', `/stats/checkers`, `/game/${small}`, `/game/${small}?edit=1`, `/game/${small}?you=first`, `/stats/${small}`, '/solve', '/campaigns', `/game/${small}?embed=1`];
test('axe-core finds nothing serious; nothing is wider than a phone', async (visit) => {
  for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', locale: 'ja-JP', viewport: { width: 360, height: 740 } }]) {
    const page = await visit(options);
    for (const path of pages) {
      await page.goto(base + path);
      await page.locator('.verdict, .cards > li, .editor, .grid, .note, .page, .missing').first().waitFor();
      await page.waitForTimeout(250);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(`${path} is ${wide} px too wide`, wide <= 0);
      await page.evaluate(`${(await import('node:fs')).readFileSync(axe_path, 'utf8')}`);
      const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
      const serious = violations.filter((v) => v.impact !== 'minor');
      expect(`${path}: ${serious.map((v) => `${v.id} at ${v.nodes[0].target}`).join(', ')}`, serious.length === 0);
    }
  }
});

test('campaigns: what is proved, what is left, no promise of an end', async (visit) => {
  const { campaigns } = await api('/campaigns');
  if (campaigns.length === 0) return; // another server shows none
  const page = await visit();
  await page.goto(base);
  await page.locator('nav a', { hasText: 'Campaigns' }).click();
  const decided = page.locator('section.campaign[data-result=proven]').first();
  await decided.locator('.boards svg').first().waitFor();
  expect('a decided campaign promises nothing', (await decided.locator('.no-eta').count()) === 0);
  const open = page.locator('section.campaign[data-result=unknown]').first();
  await open.locator('.uplot canvas').waitFor();
  expect('there is no estimate', (await open.locator('.no-eta').innerText()).includes('no estimate'));
  await decided.locator('figure a').last().click(); // a proved position on its board
  await page.locator('#position-text').waitFor();
  expect('the board of what was proved', page.url().includes('/game/trax:4x4?p='));
});

test(`${payloads.length} script injections do nothing`, async (visit) => {
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

// Two at a time: half of a test is waiting.
const worker = async (...lines) => {
  for (const line of lines) for (let next; (next = line.shift()); ) await next();
};
await Promise.all([worker(solves, waiting), worker(waiting)]);
await browser.close();
stop();
console.log(troubles.length ? `${troubles.length} failed: ${troubles.join(', ')}` : 'all passed');
process.exit(troubles.length ? 1 : 0);
