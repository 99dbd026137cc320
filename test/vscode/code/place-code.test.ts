import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedLines } from '../../../src/vscode/code/changed-lines.ts';
import { type CodeTarget, placeCode } from '../../../src/vscode/code/place-code.ts';
import { filesInDiff } from '../../../src/vscode/code/place-diff.ts';
import { processorTime } from '../../processor-time.ts';

const file = `import { greet } from './greet.ts';

export function hello(name: string): string {
  if (name === '') {
    return 'Hello!';
  }
  return greet(name);
}

export function bye(): string {
  return 'Bye!';
}
`;

describe('where code of an answer belongs', () => {
  const placed = (code: string, target: Partial<CodeTarget> = {}) =>
    placeCode(code, { text: file, ...target }, false);
  const patched = (diff: string, text = file) => placeCode(diff, { text }, true);

  it('is all of an empty file', () => {
    assert.deepEqual(placed('a\n', { text: '' }), { text: 'a\n', how: 'file' });
  });

  it('is what is selected', () => {
    const start = file.indexOf("  return 'Bye!';");
    const end = file.indexOf('}\n', start);
    const { text, how } = placed("  return 'Good bye!';", { selection: { start, end } }) ?? {};
    assert.equal(how, 'selection');
    assert.equal(text, file.replace('Bye!', 'Good bye!'));
  });

  it('is the function that it defines anew, whatever its parameters are now', () => {
    const { text, how } =
      placed('export function bye(name: string): string {\n  return `Bye, ` + name;\n}') ?? {};
    assert.equal(how, 'matched');
    assert.equal(text, file.replace('bye()', 'bye(name: string)').replace("'Bye!'", '`Bye, ` + name'));
  });

  it('is the whole file where it begins and ends like it', () => {
    const whole = file.replace('Hello!', 'Hello, world!').replace('Bye!', 'So long!');
    assert.deepEqual(placed(whole), { text: whole, how: 'matched' });
  });

  it('is the whole file where it has several blocks of it', () => {
    const text = 'function a() {\n  return 1;\n}\n\nfunction b() {\n  return 2;\n}\n';
    const whole = text.replace('1', '11').replace('2', '22');
    assert.equal(placed(whole, { text })?.text, whole);
    const { text: now } = placed('function a() {\n  return 11;\n}', { text }) ?? {};
    assert.equal(now, text.replace('1', '11'));
  });

  it('is a block of Python, which ends before what follows', () => {
    const text = 'class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2\n';
    const { text: now } = placed('def one(self):\n    return 11', { text }) ?? {};
    assert.equal(now, text.replace('return 1\n', 'return 11\n'));
  });

  it('is not the first line alone of a block that goes on without indentation', () => {
    const braces = 'function a()\n{\n  return 1;\n}\n';
    assert.equal(placed('function a() {\n  return 2;\n}', { text: braces })?.how, 'inserted');
    const list = 'names:\n- one\n- two\nothers: 1\n';
    assert.equal(placed('names:\n  - three', { text: list })?.how, 'inserted');
  });

  it('is each part between omissions', () => {
    const { text, how } =
      placed(
        "import { greet } from './greetings.ts';\n\n// ... existing code ...\n\nexport function bye(): string {\n  return 'So long!';\n}",
      ) ?? {};
    // What the first part replaces is not in the file, so nothing is guessed.
    assert.equal(how, 'inserted');
    assert.ok(text?.includes('So long!'));
    const both = placed(
      "export function hello(name: string): string {\n  return greet(name);\n}\n\n// …\n\nexport function bye(): string {\n  return 'So long!';\n}",
    );
    assert.equal(both?.how, 'matched');
    assert.equal(
      both?.text,
      file.replace("  if (name === '') {\n    return 'Hello!';\n  }\n", '').replace('Bye!', 'So long!'),
    );
  });

  it('may spread values, which is no omission', () => {
    const text = 'const a = {\n  color: 1,\n  size: 2,\n};\n';
    const code = 'const a = {\n  ...base,\n  size: 3,\n};';
    assert.deepEqual(placed(code, { text }), { text: `${code}\n`, how: 'matched' });
    for (const omitted of [
      '...',
      '…',
      '  // ...rest',
      '# … as before',
      '... existing code ...',
      '{/* ... */}',
    ])
      assert.equal(
        placed(`const a = {\n${omitted}\n  size: 2,\n  more: 3,\n};`, { text })?.text,
        text.replace('  size: 2,\n', '  size: 2,\n  more: 3,\n'),
        omitted,
      );
  });

  it('is found at once, however many spaces a line has', () => {
    const since = processorTime();
    placed(`a();\n${' '.repeat(50_000)}b`, { text: 'a();\nc();\n' });
    assert.ok(processorTime() - since < 500);
  });

  it('is at the cursor, in a line of its own, where the file has nothing like it', () => {
    const cursor = file.indexOf('export function bye') + 5;
    assert.deepEqual(placed('const a = 1;', { selection: { start: cursor, end: cursor } }), {
      text: file.replace('export function bye', 'const a = 1;\nexport function bye'),
      how: 'inserted',
    });
    assert.equal(placed('const a = 1;')?.text, `${file}\nconst a = 1;\n`);
  });

  it('is not guessed where two places are alike', () => {
    const text = 'a();\nb();\nc();\nd();\na();\n';
    assert.equal(placed('a();', { text })?.how, 'inserted');
  });

  it('keeps the line ends of the file', () => {
    const text = file.replaceAll('\n', '\r\n');
    const now = placed("export function bye(): string {\n  return 'So long!';\n}", { text })?.text;
    assert.equal(now, text.replace('Bye!', 'So long!'));
    const start = text.indexOf("'Bye!'");
    const selection = { start, end: start + "'Bye!'".length };
    assert.equal(placed("'So long!'", { text, selection })?.text, text.replace('Bye!', 'So long!'));
  });

  describe('of a diff', () => {
    it('is found by its lines, however wrong its numbers are', () => {
      const diff =
        "--- a/src/hello.ts\n+++ b/src/hello.ts\n@@ -40,3 +40,3 @@\n export function bye(): string {\n-  return 'Bye!';\n+  return 'So long!';\n }";
      assert.deepEqual(patched(diff), { text: file.replace('Bye!', 'So long!'), how: 'diff' });
      assert.deepEqual(filesInDiff(diff), ['src/hello.ts']);
    });

    it('needs neither numbers nor a head', () => {
      assert.equal(patched("-    return 'Hello!';\n+    return 'Hi!';")?.text, file.replace('Hello!', 'Hi!'));
    });

    it('takes the nearest of several places', () => {
      const text = 'a\nx\nb\nx\nc\n';
      assert.equal(patched('@@ -4,1 +4,1 @@\n-x\n+y', text)?.text, 'a\nx\nb\ny\nc\n');
      assert.equal(patched('-x\n+y', text), undefined);
    });

    it('applies all of its hunks, in their order', () => {
      const diff =
        "@@ -1 +1,2 @@\n import { greet } from './greet.ts';\n+import { wave } from './wave.ts';\n@@ -11 +12 @@\n-  return 'Bye!';\n+  return wave();";
      assert.equal(
        patched(diff)?.text,
        file
          .replace("'./greet.ts';\n", "'./greet.ts';\nimport { wave } from './wave.ts';\n")
          .replace("'Bye!'", 'wave()'),
      );
    });

    it('does not fit where the file has other lines', () => {
      assert.equal(patched('-nothing like it\n+x'), undefined);
      assert.equal(patched('no diff at all'), undefined);
    });

    it('adds lines where its numbers say, where it has nothing else', () => {
      const text = 'a\nb\nc\n';
      assert.equal(patched('@@ -1,0 +2,1 @@\n+x', text)?.text, 'a\nx\nb\nc\n');
      assert.equal(patched('@@ -0,0 +1 @@\n+x', text)?.text, 'x\na\nb\nc\n');
      assert.equal(patched('@@ -90,0 +91 @@\n+x', text)?.text, 'a\nb\nc\nx\n');
      assert.equal(patched('+x', text)?.text, 'a\nb\nc\nx\n');
      assert.equal(patched('+x', 'a\nb')?.text, 'a\nb\nx');
      assert.equal(patched('@@ -1,0 +2 @@\n+x\n@@ -2 +3 @@\n-b\n+B', text)?.text, 'a\nx\nB\nc\n');
    });

    it('makes a new file that ends with a line end', () => {
      const diff = '--- /dev/null\n+++ b/new.ts\n@@ -0,0 +1,2 @@\n+a\n+b\n';
      assert.equal(patched(diff, '')?.text, 'a\nb\n');
    });

    it('is refused where it is for several files, so that none gets what is for another', () => {
      const one = '--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@\n-a\n+A\n';
      const made = '--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1 @@\n+b\n';
      assert.equal(patched(one + made, 'a\n'), undefined);
      assert.deepEqual(filesInDiff(`diff --git a/a.ts b/a.ts\n${one}${made}`), ['a.ts', 'b.ts']);
      assert.deepEqual(filesInDiff('-a\n+b'), []);
      assert.deepEqual(filesInDiff('--- a/my notes.md\t2026-01-01\n+++ b/my notes.md\t2026-01-02\n+x'), [
        'my notes.md',
      ]);
    });

    it('keeps spaces of lines that stay', () => {
      const text = 'if (a) {\n\tb();\n}\n';
      assert.equal(patched(' if (a) {\n   b();\n+\tc();\n }', text)?.text, 'if (a) {\n\tb();\n\tc();\n}\n');
    });
  });
});

function applied(before: string, after: string): string {
  const { start, end, text } = changedLines(before, after);
  return before.slice(0, start) + text + before.slice(end);
}

describe('the changed lines of a file', () => {
  it('make the new text of the old one, whatever both are', () => {
    const texts = fc
      .array(fc.constantFrom('\n', '\r\n', 'a', 'b', '}\n', '  '), { maxLength: 8 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(texts, texts, (before, after) => assert.equal(applied(before, after), after)),
      { numRuns: 3_000 },
    );
  });

  it('leave the lines before and after them alone', () => {
    assert.deepEqual(changedLines('a\nb\nc\n', 'a\nB\nc\n'), { start: 2, end: 4, text: 'B\n' });
    assert.equal(applied('\nb\n', 'a\n\nb\n'), 'a\n\nb\n');
  });
});
