import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { sidebarOptions } from '../../../esbuild.js';
import { diagramHtml } from '../../../src/vscode/code/diagram-html.ts';
import { sharedBrowser } from './shared-browser.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

describe('the page of a diagram', () => {
  let server: Server;
  let page: Page;
  let shown = '';
  const faults: string[] = [];

  before(async () => {
    const scripts = await bundleDiagram();
    server = createServer(async ({ url = '/' }, response) => {
      const script = scripts.get(url);
      if (url === '/') response.setHeader('content-type', 'text/html').end(shown);
      else if (script !== undefined) response.setHeader('content-type', 'text/javascript').end(script);
      else if (url === '/media/diagram.css')
        response
          .setHeader('content-type', 'text/css')
          .end(await readFile(path.join(root, 'media/diagram.css')));
      else response.writeHead(404).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const browser = await sharedBrowser();
    page = await browser.newPage();
    page.on('pageerror', error => faults.push(String(error)));
    page.on('request', request => {
      if (!request.url().startsWith(address()) && !request.url().startsWith('data:'))
        faults.push(`fetched ${request.url()}`);
    });
  });

  after(async () => {
    await page?.close();
    await new Promise(resolve => server?.close(resolve));
  });

  afterEach(() => assert.deepEqual(faults.splice(0), []));

  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

  async function open(code: string, theme = 'vscode-dark'): Promise<void> {
    shown = diagramHtml(code, {
      source: "'self'",
      url: (...parts) => `/${parts.join('/')}`,
      nonce: 'bm9uY2U',
    })
      .replace('<body>', `<body class="${theme}">`)
      .replace('<title>', '<link rel="icon" href="data:,"><title>');
    await page.goto(address());
  }

  const picture = () => page.getByRole('img', { name: 'Diagram' });

  it('draws it under the content policy, and again in another theme', async () => {
    await open('graph LR\n  A[Hello] --> B{Dear?}\n  B -->|yes| C[Ada]');
    await picture().getByText('Dear?').waitFor();
    assert.equal(await page.locator('.source').isVisible(), false);
    const fill = () =>
      picture()
        .locator('.node rect')
        .first()
        .evaluate(node => getComputedStyle(node).fill);
    const dark = await fill();
    await screenshot('diagram-dark');
    await picture().evaluate(element => element.setAttribute('data-first', ''));
    await page.evaluate(() => {
      document.body.className = 'vscode-light';
    });
    await page.locator('svg:not([data-first])').getByText('Dear?').waitFor();
    assert.notEqual(await fill(), dark);
    await screenshot('diagram-light');
  });

  it('draws other kinds, too', async () => {
    await open('sequenceDiagram\n  Ada->>Bob: Hello\n  Bob-->>Ada: Hi');
    await picture().getByText('Hello').first().waitFor();
    await open('classDiagram\n  Animal <|-- Duck\n  Animal : +int age', 'vscode-light');
    await picture().getByText('Duck').first().waitFor();
  });

  it('shows what is no diagram as it was written, with the reason', async () => {
    await open('no diagram <img src=x onerror="window.hacked=1">');
    await page.getByText('This diagram can’t be drawn: ').waitFor();
    assert.equal(
      await page.locator('.source').textContent(),
      'no diagram <img src=x onerror="window.hacked=1">',
    );
    assert.equal(await page.locator('img').count(), 0);
  });

  it('lets nothing run or link that a label says', async () => {
    await open(
      'graph TD\n  a["<img src=https://evil.example/x.png onerror=window.hacked=1>label"] --> b\n  click a "javascript:window.hacked=1"\n  click b href "https://evil.example"',
    );
    await picture().locator('text').getByText('label').first().waitFor();
    assert.equal(await page.evaluate(() => 'hacked' in window), false);
    assert.equal(await page.locator('a[href^="javascript"], script:not([nonce])').count(), 0);
  });

  async function screenshot(name: string): Promise<void> {
    const folder = path.join(root, '.screenshots');
    await mkdir(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`) });
  }
});

async function bundleDiagram(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { outputFiles } = await build({
    ...sidebarOptions({ production: true }),
    entryPoints: { diagram: path.join(root, 'src/sidebar/diagram-page.ts') },
    sourcemap: false,
    legalComments: 'none',
    write: false,
  });
  return new Map(outputFiles.map(({ path: file, contents }) => [`/${path.relative(root, file)}`, contents]));
}
