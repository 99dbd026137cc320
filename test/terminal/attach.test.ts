import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makePdf } from '../fixtures/make-pdf.ts';
import { eventsOf, runConverse, tempRoot } from './run-converse.ts';

describe('npm run converse, with attachments', () => {
  const files = { 'README.md': '# Hello\nsecond line\n', 'src/a.ts': 'export {};\n', '.env': 'KEY=1\n' };

  it('attaches what the question mentions and --attach names, and says what each costs', async () => {
    await using root = await tempRoot(files);
    await using elsewhere = await tempRoot({ 'notes.txt': 'from elsewhere' });
    const notes = path.join(elsewhere.path, 'notes.txt');
    const question = 'What is in @README.md:2? Not in @nothing, me@x.org.';
    const attached = ['-a', notes, '--attach', path.join(root.path, 'src')];
    const ran = await runConverse(['--root', root.path, ...attached, question]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.deepEqual(ran.stderr.match(/Attached .*(?=: about \d+ tokens$)/gm), [
      `Attached ${notes}`,
      'Attached src/',
      'Attached README.md:2',
    ]);
    const json = await runConverse(['--json', '--root', root.path, '-a', notes, question]);
    const start = eventsOf(json).find(({ type }) => type === 'turn-start');
    assert.ok(start?.type === 'turn-start');
    assert.deepEqual(
      start.canisters.map(({ role, content: [part] }) => [
        role,
        part?.type === 'resource' ? part.text : part?.type === 'text' && part.text,
      ]),
      [
        ['document', 'from elsewhere'],
        ['document', 'second line'],
        ['user', question],
      ],
    );
    assert.doesNotMatch(json.stderr, /Attached/);
  });

  it('attaches the only file whose name looks like the one that was typed', async () => {
    await using root = await tempRoot({
      'd\u2019e\u0301cran 1.01\u202fAM.txt': 'one',
      'a\u00a0b.txt': 'two',
      'c\u2019.txt': '',
      'c\u2018.txt': '',
    });
    const question = 'Compare @"d\'\u00e9cran 1.01 AM.txt" with it.';
    const ran = await runConverse([
      '--json',
      '--root',
      root.path,
      '-a',
      path.join(root.path, 'a b.txt'),
      question,
    ]);
    assert.equal(ran.code, 0, ran.stderr);
    assert.match(ran.stdout, /"two".*"one"/);
    const unclear = await runConverse(['--root', root.path, '-a', path.join(root.path, "c'.txt"), 'Hello.']);
    assert.match(unclear.stderr, /couldn’t be attached/);
  });

  it('attaches the standard input, and takes no mention out of a question that comes from there', async () => {
    await using root = await tempRoot(files);
    const question = 'What is attached?';
    const attached = await runConverse(['--root', root.path, '-a', '-', question], { input: 'piped' });
    assert.match(attached.stderr, /Attached standard input: about \d+ token/);
    const asked = await runConverse(['--root', root.path, '-'], { input: 'Look at @.env' });
    assert.doesNotMatch(asked.stderr, /Attached/);
    const both = await runConverse(['--root', root.path, '-a', '-', '-'], { input: 'x' });
    assert.equal(both.code, 2);
    assert.match(both.stderr, /either the question or attached/);
  });

  it('says of a file with keys that it holds some, and of an image that the model does not read it', async () => {
    await using root = await tempRoot(files);
    const image = path.join(root.path, 'logo.png');
    await writeFile(image, Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13));
    const ran = await runConverse(['--root', root.path, '-a', image, 'Look at @.env']);
    assert.match(ran.stderr, /Attached \.env: about \d+ tokens, holds keys/);
    assert.match(ran.stderr, /Rehearsal .* doesn.t read images: it gets only the name\./);
  });

  it('gives a model that does not read PDFs their text, and says what it gets', async () => {
    await using root = await tempRoot(files);
    const paper = path.join(root.path, 'paper.pdf');
    await writeFile(paper, makePdf(['The answer is 42.', 'And no more.']));
    const ran = await runConverse(['--root', root.path, '-a', paper, 'Hello']);
    assert.match(
      ran.stderr,
      /Rehearsal .* doesn’t read PDFs\. It gets the text of 2 pages of paper\.pdf, without pictures\./,
    );
  });

  it('sends nothing if something that was named is not there', async () => {
    await using root = await tempRoot(files);
    const ran = await runConverse(['--root', root.path, '-a', path.join(root.path, 'nope'), 'Hello']);
    assert.equal(ran.code, 1);
    assert.equal(ran.stdout, '');
    assert.match(ran.stderr, /nope couldn’t be attached, so nothing was sent/);
  });
});
