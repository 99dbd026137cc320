import assert from 'node:assert/strict';
import { listeners } from '../../../../src/converser/ground/async/listeners.ts';
import type { AskCaller } from '../../../../src/converser/words/ensemble/invoker.ts';
import type {
  ServerDefinition,
  ServerTransport,
} from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createElicit } from '../../../../src/ensembles/mcp/elicitation/elicit.ts';
import type {
  FormAnswer,
  FormQuestion,
  PageQuestion,
} from '../../../../src/ensembles/mcp/elicitation/elicitor.ts';
import { createSample } from '../../../../src/ensembles/mcp/sampling/sample.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { createAskingServer } from '../../../fakes/mcp/asking-server.ts';
import { type Age, serveEra } from '../../../fakes/mcp/serve-era.ts';
import { createScriptedModel, says } from '../../../fakes/scripted-model.ts';
import { call, texts } from '../call.ts';
import { endsOfTest, ensemblesOfTest, type Made } from '../ends.ts';
import { define, fakeProgram, never, serverProgram, stdio } from '../servers.ts';

type Start = () => Promise<{ readonly transport: ServerTransport; readonly close?: () => Promise<void> }>;

const overStdio = (...options: readonly string[]) => ({
  transport: stdio(fakeProgram('asking-stdio.ts'), ...options),
});
const overHttp = async (age: Age) => {
  const { url, close } = await serveEra(age, createAskingServer);
  return { transport: { kind: 'http', url: `${url}/mcp`, headers: {} } as const, close };
};

const kinds: readonly (readonly [name: string, start: Start])[] = [
  ['of the older era over stdio', async () => overStdio('--old')],
  ['of the newer era over stdio', async () => overStdio()],
  ['of the older era over HTTP', () => overHttp('older')],
  ['of the newer era over HTTP', () => overHttp('newer')],
];

for (const [name, start] of kinds) {
  describe(`what a server ${name} asks`, () => {
    const ends = endsOfTest();
    const make = ensemblesOfTest(ends);

    interface Answers {
      readonly forms?: readonly FormAnswer[];
      readonly page?: 'accept' | 'decline';
      readonly definition?: Partial<ServerDefinition>;
      readonly isAlone?: true;
      /** Hears of each form, which is answered only when its signal aborts. */
      readonly onForm?: (signal: AbortSignal) => void;
    }

    interface Tried extends Made {
      readonly forms: FormQuestion[];
      readonly pages: PageQuestion[];
      readonly opened: string[];
    }

    async function connected({ forms: answers = [], ...terms }: Answers = {}): Promise<Tried> {
      const { transport, close = async () => {} } = await start();
      ends.push(close);
      const forms: FormQuestion[] = [];
      const pages: PageQuestion[] = [];
      const opened: string[] = [];
      const elicit = createElicit({
        elicitor: {
          async form(question, signal) {
            forms.push(question);
            if (terms.onForm !== undefined) {
              terms.onForm(signal);
              await new Promise(resolve => signal.addEventListener('abort', resolve));
            }
            return answers[forms.length - 1] ?? { action: 'cancel' };
          },
          async page(question) {
            pages.push(question);
            return terms.page ?? 'accept';
          },
        },
        openBrowser: async url => void opened.push(url.href),
      });
      const { clock, ids } = createFakeHost();
      const model = createScriptedModel(says('hi there'));
      const asked = { models: async () => [model], chosen: async () => model };
      const sample = createSample({ ...asked, consent: async () => 'once', clock, ids });
      const roots = async () => [{ uri: 'file:///w', name: 'w' }];
      const definition = define(transport, { sampling: true, ...terms.definition });
      const { ensemble, ports } = make(
        definition,
        terms.isAlone ? {} : { handlers: { elicit, sample, roots } },
      );
      await ensemble.connect(never());
      assert.equal(ensemble.state.status, 'ready', JSON.stringify(ensemble.state));
      return { ensemble, ports, forms, pages, opened };
    }

    async function answerTo(tried: Tried, tool: string): Promise<Readonly<Record<string, unknown>>> {
      const [told = ''] = texts(await call(tried.ensemble, tool));
      return JSON.parse(told);
    }

    it('is answered by you, with only the values of the form’s fields', async () => {
      const tried = await connected({ forms: [{ action: 'accept', content: { city: 'Oslo', spy: true } }] });
      const { action, content } = await answerTo(tried, 'form');
      assert.deepEqual([action, content], ['accept', { city: 'Oslo' }]);
      const city = { name: 'city', title: 'City', required: true, kind: 'string', minLength: 2 };
      const span = { minimum: 1, maximum: 7, default: 3 };
      const days = { name: 'days', title: 'days', required: false, kind: 'integer', ...span };
      assert.deepEqual(tried.forms, [{ server: 'tried', message: 'Where to?', fields: [city, days] }]);
    });

    it('goes to the program that made the call, and not to you', async () => {
      const tried = await connected();
      const asked: string[] = [];
      const askCaller: AskCaller = async ({ message }) => {
        asked.push(message);
        return { action: 'accept', content: { city: 'Oslo', spy: true } };
      };
      const [told = ''] = texts(await call(tried.ensemble, 'form', { askCaller }));
      const { action, content } = JSON.parse(told);
      assert.deepEqual([action, content], ['accept', { city: 'Oslo' }]);
      const [page = ''] = texts(await call(tried.ensemble, 'page', { askCaller }));
      assert.deepEqual(JSON.parse(page), { action: 'accept' });
      assert.deepEqual(asked, ['MCP server tried asks: Where to?', 'MCP server tried asks: Agree there']);
      assert.deepEqual([tried.forms, tried.pages, tried.opened], [[], [], []]);
    });

    it('goes to you where several calls run, or the program cannot be asked', async () => {
      const tried = await connected();
      const stop = new AbortController();
      let asked = 0;
      const askCaller: AskCaller = async () => {
        asked++;
        return undefined;
      };
      await call(tried.ensemble, 'form', { askCaller });
      assert.deepEqual([asked, tried.forms.length], [1, 1]);
      const slow = call(tried.ensemble, 'slow', { askCaller, signal: stop.signal }).catch(() => {});
      await call(tried.ensemble, 'form', { askCaller });
      assert.deepEqual([asked, tried.forms.length], [1, 2]);
      stop.abort();
      await slow;
    });

    it('is accompanied by no progress message', async () => {
      const { ensemble } = await connected({ forms: [{ action: 'decline' }] });
      const told = new Set<string>();
      await call(ensemble, 'form', { progress: message => void told.add(message) });
      assert.deepEqual([...told], ['']);
    });

    it('is asked again with what was wrong, and nothing wrong is sent', async () => {
      const tried = await connected({
        forms: [
          { action: 'accept', content: { city: 'O', days: 9 } },
          { action: 'accept', content: { city: 'Oslo', days: 2 } },
        ],
      });
      assert.deepEqual((await answerTo(tried, 'form')).content, { city: 'Oslo', days: 2 });
      const [, again] = tried.forms;
      assert.match(again?.complaint ?? '', /city.*days/);
      const shown = again?.fields.map(field => field.default);
      assert.deepEqual(shown, ['O', 9]);
    });

    it('may be declined and dismissed, and the server learns which', async () => {
      const tried = await connected({ forms: [{ action: 'decline' }, { action: 'cancel' }] });
      assert.equal((await answerTo(tried, 'form')).action, 'decline');
      assert.equal((await answerTo(tried, 'form')).action, 'cancel');
    });

    it('is withdrawn when its call is stopped', async () => {
      const shown = Promise.withResolvers<AbortSignal>();
      const tried = await connected({ onForm: shown.resolve });
      const stop = new AbortController();
      const stopped = assert.rejects(call(tried.ensemble, 'form', { signal: stop.signal }));
      const signal = await shown.promise;
      assert.equal(signal.aborted, false);
      stop.abort();
      await stopped;
      if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve));
      assert.equal(tried.ensemble.server, 'running');
    });

    it('opens a page only after you agreed to exactly that address', async () => {
      const agreed = await connected();
      assert.equal((await answerTo(agreed, 'page')).action, 'accept');
      assert.deepEqual(agreed.opened, ['https://pages.example/consent?id=7']);
      assert.equal(agreed.pages[0]?.page.href, 'https://pages.example/consent?id=7');
      const declined = await connected({ page: 'decline' });
      assert.equal((await answerTo(declined, 'page')).action, 'decline');
      assert.deepEqual(declined.opened, []);
    });

    it('never opens anything but web pages', async () => {
      const tried = await connected();
      await call(tried.ensemble, 'evil').then(
        ({ failure }) => assert.notEqual(failure, undefined),
        (cause: unknown) => assert.match(String(cause), /javascript|not opened/),
      );
      assert.deepEqual([tried.opened, tried.pages], [[], []]);
    });

    it('reaches your model if the definition allows it, and is not even announced otherwise', async () => {
      const { content, model } = await answerTo(await connected(), 'sample');
      assert.deepEqual([content, model], [{ type: 'text', text: 'hi there' }, 'model']);
      const tried = await connected({ definition: { sampling: false } });
      await assertRefused(tried, 'sample');
    });

    it('is answered with the folders of the workspace', async () => {
      assert.deepEqual((await answerTo(await connected(), 'roots')).roots, [{ uri: 'file:///w', name: 'w' }]);
    });

    it('is refused if there is no user', async () => {
      const tried = await connected({ isAlone: true });
      for (const tool of ['form', 'page', 'sample', 'roots']) await assertRefused(tried, tool);
    });

    /** Which words the server finds for it is its own affair. */
    async function assertRefused({ ensemble }: Tried, tool: string): Promise<void> {
      const outcome = await call(ensemble, tool).then(
        ({ failure }) => failure?.message,
        (cause: unknown) => String(cause),
      );
      assert.match(outcome ?? '', /not support|capabilit|available|declared|not found/i);
    }

    it('does not keep a stopped call from being cancelled at the server, which reported its progress', async () => {
      const tried = await connected();
      const stop = new AbortController();
      const told: unknown[] = [];
      const slow = call(tried.ensemble, 'slow', {
        signal: stop.signal,
        progress(message, fraction) {
          told.push([message, fraction]);
          stop.abort();
        },
      });
      await assert.rejects(slow);
      assert.deepEqual(told, [['Looking', 0.25]]);
      assert.equal(tried.ensemble.server, 'running');
      if (name.endsWith('stdio')) await tried.ports.line(/^The call was cancelled\.$/);
    });
  });
}

const everything = () => define(stdio(serverProgram('everything'), 'stdio'));

describe('a page that has to be visited before a tool works', () => {
  const make = ensemblesOfTest();
  for (const [page, said, opened] of [
    ['accept', /was sent to that page.*then call again/, 1],
    ['decline', /The page was not opened/, 0],
  ] as const) {
    it(`is offered to you, and the model learns that the answer was ${page}`, async () => {
      const visited: string[] = [];
      const elicit = createElicit({
        elicitor: { form: async () => ({ action: 'cancel' }), page: async () => page },
        openBrowser: async url => void visited.push(url.href),
      });
      const { ensemble } = make(everything(), { handlers: { elicit }, limits: { shutdown: 300 } });
      await ensemble.connect(never());
      const args = { url: 'https://pages.example/link', errorPath: true };
      const { failure } = await call(ensemble, 'trigger-url-elicitation', { args });
      assert.match(`${failure?.message} ${failure?.advice ?? ''}`, said);
      assert.equal(visited.length, opened);
    });
  }
});

describe('roots', () => {
  const make = ensemblesOfTest();

  it('are announced again after a change', async () => {
    const changed = listeners<void>();
    let asked = Promise.withResolvers<void>();
    const roots = async () => {
      asked.resolve();
      return [{ uri: 'file:///w' }];
    };
    const { ensemble } = make(everything(), { handlers: { roots, onDidChangeRoots: changed.listen } });
    await ensemble.connect(never());
    await call(ensemble, 'get-roots-list');
    asked = Promise.withResolvers();
    changed.fire();
    await asked.promise;
  });
});
