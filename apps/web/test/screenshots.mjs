// Pictures of every page in every size, theme and language, to look at:
//   node test/screenshots.mjs FOLDER [PART OF A NAME]   with the variables of browser.mjs; a sheet of each page lies beside its pictures
//   node test/screenshots.mjs --docs                    those of ../../docs/images
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serve } from './serve.mjs';

const [folder, wanted = ''] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node test/screenshots.mjs FOLDER [PART] | --docs');
  process.exit(2);
}
const skip = (why) => (console.log(`skipped: ${why}`), process.exit(77));
const { chromium } = await import('playwright-core').catch(() => skip('playwright-core is not installed (npm ci in apps/web)'));
const { base, stop, executable } = await serve(skip, folder === '--docs' ? ['dobutsu'] : []);
const browser = await chromium.launch({ executablePath: executable, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });

const api = async (path) => (await fetch(`${base}/api/v1${path}`)).json();
const best_line = async (game, plies) => (await api(`/games/${game}/line?plies=${plies}`)).steps;
// The address of a game after some moves of its best line.
async function after(game, plies, more = '') {
  const steps = await best_line(game, plies);
  return `/game/${game}?p=${encodeURIComponent(steps.at(-1)?.position ?? 'initial')}&line=${encodeURIComponent(steps.map((s) => s.move).join(','))}${more}`;
}

async function shoot(page, where, file) {
  await page.goto(base + where, { waitUntil: 'networkidle' });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
}

async function documents() {
  const into = join(dirname(fileURLToPath(import.meta.url)), '../../../docs/images');
  const all = [
    ['games', '/', [1180, 700], 'light', 'en'],
    ['board', '/game/dobutsu?line=B3-B2,B1-B2', [1180, 860], 'light', 'en'],
    ['gomoku', '/game/gomoku?line=h8,h9,g10,g9,f10', [1180, 760], 'dark', 'en'],
    ['play', '/game/tictactoe?you=first&line=b2,a2,a1,c3,c1,b3,b1', [1180, 760], 'light', 'en'],
    ['rules', '/rules/dobutsu', [1180, 760], 'light', 'en'],
    ['editor', '/game/dobutsu?edit=1', [1180, 860], 'light', 'en'],
    ['statistics', '/stats/anpanman', [1180, 860], 'dark', 'ja'],
    ['phone', '/game/anpanman', [390, 844], 'light', 'ja'],
  ];
  for (const [name, where, [width, height], colorScheme, lang] of all) {
    const page = await (await browser.newContext({ viewport: { width, height }, colorScheme, locale: lang === 'ja' ? 'ja-JP' : 'en-US', reducedMotion: 'reduce' })).newPage();
    const file = join(into, `explorer-${name}.png`);
    await shoot(page, where, file);
    spawnSync('pngquant', ['--force', '--ext', '.png', '--strip', '64', file]); // a third of the bytes, where it is installed
    await page.context().close();
    console.log(file);
  }
}

// The pictures of a page on one sheet, each with its name.
async function sheet(name, files) {
  const page = await (await browser.newContext({ viewport: { width: 1800, height: 600 } })).newPage();
  const cells = files.map(([file, title]) => `<figure><img src="data:image/png;base64,${readFileSync(file).toString('base64')}"><figcaption>${title}</figcaption></figure>`);
  await page.setContent(`<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:8px;align-items:flex-start;font:12px sans-serif;background:#888}figure{margin:0}img{display:block;height:520px;max-width:880px;object-fit:contain;object-position:top left}</style>${cells.join('')}`);
  await page.screenshot({ path: join(folder, `sheet-${name}.png`), fullPage: true });
  await page.context().close();
}

async function matrix() {
  mkdirSync(folder, { recursive: true });
  const { games } = await api('/games');
  const main = [...new Map(games.map((g) => [g.game.split(':')[0], g])).keys()];
  const finished = await best_line('nocca:3x3', 60);
  const pages = [
    ['games', '/'],
    ...main.map((game) => [`board-${game}`, `/game/${game}`]),
    ['board-solved', await after('anpanman', 6, '&marks=all')],
    ['board-stones', await after('awari:6', 2)],
    ['board-endings', '/game/checkers?p=B:WK32:BK1'],
    ['board-flipped', '/game/anpanman?flip=1'],
    ['playing', '/game/anpanman?you=first&level=60'],
    ['won', `/game/nocca:3x3?you=first&p=${encodeURIComponent(finished.at(-1).position)}&line=${encodeURIComponent(finished.map((s) => s.move).join(','))}`],
    ['resigned', '/game/tictactoe?you=first&resigned=1'],
    ['editor', '/game/anpanman?edit=1'],
    ['embedded', '/game/anpanman?embed=1'],
    ['wrong-position', '/game/tictactoe?p=xxx'],
    ['no-game', '/game/nothing'],
    ['no-page', '/nothing/here'],
    ['statistics', '/stats/anpanman'],
    ['statistics-scores', '/stats/awari:6'],
    ['statistics-none', '/stats/checkers'],
    ['rules', '/rules/dobutsu'],
    ['solve', '/solve'],
    ['campaigns', '/campaigns'],
    ['about', '/about'],
    ['api', '/api'],
  ].filter(([name]) => name.includes(wanted));
  const sizes = [[1400, 900], [390, 844], [844, 390]];
  const shots = new Map(pages.map(([name]) => [name, []]));
  for (const [width, height] of sizes)
    for (const colorScheme of ['light', 'dark'])
      for (const lang of ['en', 'ja']) {
        const context = await browser.newContext({ viewport: { width, height }, colorScheme, locale: lang === 'ja' ? 'ja-JP' : 'en-US', reducedMotion: 'reduce', hasTouch: width !== 1400, isMobile: width !== 1400 });
        const page = await context.newPage();
        const complaints = [];
        page.on('pageerror', (e) => complaints.push(e.message));
        for (const [name, where] of pages) {
          const title = `${width}x${height} ${colorScheme} ${lang}`;
          const file = join(folder, `${name}-${title.replaceAll(' ', '-')}.png`);
          await shoot(page, where, file);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          if (overflow > 0) console.log(`${name} ${title}: ${overflow} px wider than the window`);
          for (const what of complaints.splice(0)) console.log(`${name} ${title}: ${what}`);
          shots.get(name).push([file, title]);
        }
        await context.close();
      }
  for (const [name, files] of shots) await sheet(name, files);
  console.log(`${pages.length} pages, ${pages.length * sizes.length * 4} pictures in ${folder}`);
}

await (folder === '--docs' ? documents() : matrix());
await browser.close();
stop();
process.exit(0);
