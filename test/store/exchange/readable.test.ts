import assert from 'node:assert/strict';
import { parseHTML } from 'linkedom';
import MarkdownIt from 'markdown-it';
import { text } from '../../../src/converser/words/canister/content.ts';
import { createConversationStore } from '../../../src/store/conversation-store.ts';
import { exportConversation } from '../../../src/store/exchange/export-conversation.ts';
import type { ExportForm } from '../../../src/store/exchange/export-forms.ts';
import { createdEach, eachTest } from '../../ensembles/each-test.ts';
import { createTempFolder } from '../../ensembles/temp-folder.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

const hostile =
  '</pre></details></title></style><script>alert(1)</script><img src=x onerror=alert(1)><svg onload=alert(1)>"\'>';
const hostileMarkdown = `${hostile}

![track](http://evil.example/pixel.png) [run](javascript:alert(1)) [open](vscode://x/y) [file](file:///etc/passwd)
<http://evil.example/"onmouseover="alert(1)> [web](https://ok.example/a"b) <iframe src="http://evil.example"></iframe>

\`\`\`"><script>alert(1)</script>
code
\`\`\``;

describe('a conversation to read', () => {
  const temp = eachTest(() => createTempFolder());
  const store = createdEach(() => createConversationStore(temp.path));
  const exported = async (form: ExportForm) =>
    (await exportConversation('c', form, { store, ...createFakeHost() }))?.text ?? '';

  beforeEach(async () => {
    const make = canisterMaker();
    await store.append('c', [make.user('u', 'Old.'), make.assistant('a', 'Old answer.')]);
    const call = make.invocation('c1', `${hostile}:t`, { a: hostile });
    const round = [call, make.result('c1', `${hostile}\n\`\`\`\nfence`)];
    const failed = [
      make.invocation('c2', 'x:y', {}),
      make.failure('c2', { kind: 'timeout', message: hostile }),
    ];
    const image = {
      type: 'image',
      mimeType: 'image/svg+xml',
      bytes: Buffer.from(`<svg>${hostile}`),
    } as const;
    const turn = [{ ...make.user('u2', hostile), content: [text(hostile), image] }, ...round, ...failed];
    const thoughts = [{ before: 'a2', text: hostile, duration: 1 }];
    await store.append('c', [...turn, make.assistant('a2', hostileMarkdown)], { from: null, thoughts });
    await store.rename('c', hostile);
  });

  it('is a page without scripts that loads nothing, and shows an adversary’s text as text', async () => {
    const html = await exported('html');
    const { document } = parseHTML(html);
    assert.equal(document.querySelectorAll('script, iframe, svg, img, object, link, base, form').length, 0);
    const elements = [...document.querySelectorAll('*')];
    const attributes = elements.flatMap(each =>
      [...each.attributes].map(({ name, value }) => `${name}=${value}`),
    );
    assert.deepEqual(
      attributes.filter(each => /^(on|style|src)/i.test(each)),
      [],
    );
    const links = [...document.querySelectorAll('a')].map(each => each.getAttribute('href'));
    assert.ok(links.length > 0 && links.every(each => /^https?:\/\//.test(each ?? '')), links.join());
    assert.match(html, /default-src 'none'; img-src data:; style-src 'sha256-[A-Za-z0-9+/=]+'/);
    for (const place of ['h1', 'section.you .plain', 'details pre', 'details'])
      assert.match(document.querySelector(place)?.textContent ?? '', /<script>alert\(1\)<\/script>/);
    const shown = document.querySelector('main')?.textContent ?? '';
    assert.match(
      shown,
      /Version 2 of 2\.[\s\S]*Called .*:t[\s\S]*Called x:y, which failed \(timeout\)[\s\S]*Thought/,
    );
    assert.doesNotMatch(shown, /Old answer|javascript:|vscode:|file:/);
    assert.equal(document.querySelectorAll('h2').length, 2);
  });

  it('is Markdown in which results stay in their fences', async () => {
    const markdown = await exported('markdown');
    assert.match(markdown, /^# <\/pre>.*\n\n\*Version 2 of 2\.\*\n\n## You · 2026-11-20 12:00 UTC\n/);
    assert.match(markdown, /\n\n````\n.*\n```\nfence\n````\n/);
    assert.match(markdown, /`Called x:y, which failed \(timeout\)`\n\n```json\n\{\}\n```\n\n```\n/);
    assert.match(markdown, /`Thought`\n\n```\n/);
  });

  it('is Markdown in which nothing that a message leaves open takes in what follows', async () => {
    const make = canisterMaker();
    const open = [
      '```js\nfoo(',
      '- ~~~~py\n  print(1)',
      '<!-- a comment',
      '<pre>\nx',
      '> ```\n> quoted',
      '~~~~\n```',
    ];
    for (const [at, said] of open.entries()) {
      const id = `open-${at}`;
      await store.append(id, [make.user(`${id}-u`, said), make.assistant(`${id}-a`, said)]);
      const { text = '' } = (await exportConversation(id, 'markdown', { store, ...createFakeHost() })) ?? {};
      const headings = new MarkdownIt({ html: true }).parse(`${text}\n\n## Last`, {});
      assert.equal(
        headings.filter(({ type, level }) => type === 'heading_open' && level === 0).length,
        4,
        text,
      );
    }
  });

  it('holds the pictures that browsers can show safely', async () => {
    const make = canisterMaker();
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex');
    const picture = { type: 'image', mimeType: 'image/png', bytes: png } as const;
    await store.append('c', [
      { ...make.user('u3', 'See.'), content: [picture] },
      make.assistant('a3', 'Seen.'),
    ]);
    assert.match(await exported('html'), /<img alt="Image" src="data:image\/png;base64,iVBORw0KGgoAAA==">/);
  });
});
