import assert from 'node:assert/strict';
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { checkDescriptor } from '../src/ensembles/descriptors/mistakes/check-descriptor.ts';
import { parseToml } from '../src/ensembles/descriptors/mistakes/parse-toml.ts';
import { contributedKeys, type SettingKey } from '../src/house/setting-keys.ts';
import { createSettings } from '../src/house/settings.ts';
import { readCommandLine } from '../src/terminal/command-line/options.ts';
import { keyNamed } from '../src/terminal/command-line/written-settings.ts';
import { parseClients } from '../src/terminal/keys/parse-clients.ts';
import { guidePages } from '../src/vscode/activation-ids.ts';
import {
  anchorsIn,
  blocksOf,
  linksIn,
  type Page,
  quotedIn,
  readGuide,
  readPage,
  typedIn,
} from './guide-pages.ts';

const checkout = path.resolve(import.meta.dirname, '..');
const prefix = 'npm run -s converse -- ';

describe('the guide and the README', () => {
  let readme: Page;
  let pages: readonly Page[];
  const blocks = (language: string) =>
    pages.flatMap(page => blocksOf(page).filter(block => block.language === language));

  before(async () => {
    readme = await readPage('README.md');
    pages = [readme, ...(await readGuide())];
  });

  it('fit: the README in two screens, the guide in the pages that the command opens', async () => {
    assert.ok(readme.text.split('\n').length <= 121);
    const files = await readdir(path.join(checkout, 'media', 'guide'));
    assert.deepEqual(files.toSorted(), guidePages.map(page => `${page}.md`).toSorted());
  });

  it('lead to files and headings that exist, those of the guide to nothing that is not in the package', async () => {
    for (const page of pages) {
      for (const link of linksIn(page).filter(each => !each.includes(':'))) {
        const [file = '', anchor] = link.split('#');
        const target = path.posix.join(path.posix.dirname(page.file), file);
        await access(path.join(checkout, target));
        assert.ok(page === readme || target.startsWith('media/'), `${page.file}: ${link}`);
        if (anchor !== undefined) assert.ok(anchorsIn(await readPage(target)).includes(anchor), link);
      }
    }
  });

  it('name commands and settings of VS Code that exist', () => {
    const { commands } = manifest.contributes;
    const titles = commands.map(({ title }) => `Converser: ${title.replace('Converser: ', '')}`);
    const written = pages.flatMap(({ text }) => [...text.matchAll(/\*\*(Converser: [^*]+)\*\*/g)]);
    const named = written.map(([, title = '']) => title);
    assert.ok(named.length > 20);
    assert.deepEqual(
      named.filter(each => !titles.includes(each)),
      [],
    );
    const keys = contributedKeys.map(key => `converser.${key}`);
    const settings = pages.flatMap(quotedIn).filter(each => /^converser\.[\w.]+$/.test(each));
    assert.ok(settings.length > 20);
    assert.deepEqual(
      settings.filter(each => !keys.includes(each) && each !== 'converser.lock.toml'),
      [],
    );
  });

  it('show settings that mean something, for VS Code and for a terminal', () => {
    const shown = blocks('json')
      .map(({ content }) => JSON.parse(content) as Record<string, unknown>)
      .filter(each => !('servers' in each) && !('mcpServers' in each));
    assert.equal(shown.length, 7);
    for (const each of shown) {
      const written = new Map(Object.entries(each).map(([name, value]) => [keyOf(name), value]));
      const mistakes: unknown[] = [];
      const settings = createSettings(
        key => written.get(key),
        mistake => mistakes.push(mistake),
      );
      // Reading a value finds the mistakes in it.
      for (const group of [settings, settings.shell, settings.gateway]) Object.values(group);
      assert.deepEqual(mistakes, []);
    }
  });

  it('show descriptors, a mode and a file of keys without a mistake', async () => {
    const shown = blocks('toml');
    assert.equal(shown.length, 9);
    for (const { content } of shown) {
      if (!/^\[(ensemble|mode)\]/.test(content)) {
        const { problems } = await parseClients('keys.toml', content);
        assert.deepEqual(problems, []);
        continue;
      }
      const parsed = await parseToml('example.toml', content);
      assert.ok(parsed.kind !== 'broken', content);
      const shape = content.startsWith('[mode]') ? 'mode' : 'descriptor';
      assert.deepEqual(await checkDescriptor(parsed.document, shape), []);
    }
  });

  it('type what the terminal understands, with the options of its help alone', () => {
    const typed = [...pages.flatMap(typedIn), ...pages.flatMap(quotedIn)].filter(each =>
      each.startsWith(prefix),
    );
    assert.ok(typed.length > 20);
    const onTerminal = { file: new Map(), readText: () => undefined, isTerminal: true };
    for (const line of typed) {
      const read = readCommandLine(wordsOf(line.slice(prefix.length)), onTerminal);
      assert.notEqual(read.kind, 'wrong', JSON.stringify([line, read]));
    }
    const helps = [
      [],
      ...['serve', 'mcp', 'undo', 'doctor', 'permissions', 'instructions', 'replay', 'spending'].map(each => [
        each,
      ]),
    ];
    const help = helps.map(words => JSON.stringify(readCommandLine([...words, '--help']))).join();
    const spoken = pages.flatMap(quotedIn).filter(each => each.startsWith('--'));
    const options = [...typed.map(line => line.slice(prefix.length)), ...spoken].flatMap(
      each => each.match(/(?<!\S)--[a-z][a-z-]+/g) ?? [],
    );
    assert.deepEqual(
      options.filter(each => !new RegExp(`${each}\\b`).test(help)),
      [],
    );
  });

  it('have one apostrophe in what people read', () => {
    for (const { file, text } of pages) {
      const prose = text.replaceAll(/^```.*?^```$/gms, '').replaceAll(/`[^`]*`/g, '');
      assert.doesNotMatch(prose, /\w'\w|s' /, file);
    }
  });
});

function keyOf(name: string): SettingKey {
  const key = keyNamed(name);
  assert.ok(typeof key === 'string', JSON.stringify(key));
  return key;
}

/** As a POSIX shell takes a line apart. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:"[^"]*"|'[^']*'|\S)+/g)].map(([word]) =>
    word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  );
}
