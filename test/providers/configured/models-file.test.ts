import assert from 'node:assert/strict';
import { modelsFileTemplate, readModelsFile } from '../../../src/providers/configured/models-file.ts';

describe('The user’s models file', () => {
  it('sets what models can do and cost', async () => {
    const text = `
[[models]]
match = "openai/gpt-5*"
price = { input = 1.25, output = 10, cached = 0.125 }
context = 400000
output = 1000

[[models]]
match = "ollama/*"
tools = "contract"
images = false
parallel = false

[models.price]
input = 0
output = 0
`;
    assert.deepEqual(await readModelsFile(text), {
      facts: [
        {
          match: 'openai/gpt-5*',
          facts: {
            price: { input: 1.25, output: 10, cached: 0.125 },
            contextTokens: 400_000,
            outputTokens: 1_000,
          },
        },
        {
          match: 'ollama/*',
          facts: { tools: 'contract', images: false, parallel: false, price: { input: 0, output: 0 } },
        },
      ],
      problems: [],
    });
  });

  it('has its mistakes reported by line, and the rest counts', async () => {
    const text = `title = "mine"

[[models]]
match = "a/*"
tools = "magic"
context = 1.5

[[models]]
context = 5

[[models]]
match = ""

[[models]]
match = "b/*"
price = { input = -1, output = 2 }
images = true
contextTokens = 5

[models.limits]
a = 1
`;
    const { facts, problems } = await readModelsFile(text);
    assert.deepEqual(facts, [
      { match: 'a/*', facts: {} },
      { match: 'b/*', facts: { images: true } },
    ]);
    assert.deepEqual(
      problems.map(({ line, message }) => `${line}: ${message}`),
      [
        '1: Unknown key “title”. Describe models under [[models]].',
        '5: “tools” must be "native", "contract" or "none".',
        '6: “context” must be a positive integer, such as 32768.',
        '8: Name the models, for example match = "openai/gpt-5*".',
        '12: Name the models, for example match = "openai/gpt-5*".',
        '16: “price” must be US dollars per million tokens: input, output and, if different, cached, written and writtenForHour.',
        '18: Unknown key “contextTokens”. Known keys: tools, context, output, images, thinks, parallel, reply_schema, first_token, price.',
        '20: Unknown key “limits”. Known keys: tools, context, output, images, thinks, parallel, reply_schema, first_token, price.',
      ],
    );
  });

  it('has a line reported where it is not TOML', async () => {
    const { facts, problems } = await readModelsFile('[[models]]\nmatch = "a\n');
    assert.deepEqual(facts, []);
    assert.deepEqual(
      problems.map(({ line }) => line),
      [2],
    );
    assert.match(problems[0]?.message ?? '', /^Invalid TOML: .+\.$/);
  });

  it('has a mistake reported if models are written as one table', async () => {
    const { problems } = await readModelsFile('\n[models]\nmatch = "a"\n');
    assert.deepEqual(problems, [{ line: 2, message: 'Write [[models]] with two brackets on each side.' }]);
  });

  it('may be empty', async () => {
    assert.deepEqual(await readModelsFile(''), { facts: [], problems: [] });
  });

  it('starts as a template without effect, whose examples are valid', async () => {
    assert.deepEqual(await readModelsFile(modelsFileTemplate), { facts: [], problems: [] });
    const used = modelsFileTemplate.replace(/^# (?=\[\[|[a-z]+ +=)/gm, '');
    const { facts, problems } = await readModelsFile(used);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      facts.map(({ match, facts: known }) => [match, Object.keys(known).length]),
      [
        ['openai/gpt-5*', 7],
        ['ollama/*', 1],
      ],
    );
  });
});
