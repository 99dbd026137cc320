import path from 'node:path';
import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { converse } from '../../../src/converser/turn/converse.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import {
  type Conversation,
  createConversation,
} from '../../../src/converser/words/conversation/conversation.ts';
import type { ModelRequest } from '../../../src/converser/words/models/provider.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import { fetchPage } from '../../../src/ensembles/web/fetch-page.ts';
import type { WebNetwork } from '../../../src/ensembles/web/fetch-wanted.ts';
import type { Answer } from '../../fakes/fake-approvals.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { type PageServer, type Route, startPageServer } from '../../fakes/page-server.ts';
import { createScriptedModel, invokes, type Script, says } from '../../fakes/scripted-model.ts';

const shipped = path.resolve(import.meta.dirname, '../../../ensembles');

export interface WebCallsOptions {
  readonly network?: WebNetwork;
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  /** What the user answers, in order. */
  readonly answers?: readonly Answer[];
}

export interface WebResult {
  /** What the model reads. */
  readonly told: string;
  readonly result: ResultCanister;
}

/** What pages make one careful of is not asked about here. */
const trustingWeb = createVouching({ has: source => source.startsWith('web:') });

/** The shipped ensemble `web` behind the real loop and the real permissions. */
export async function createWebCalls({ network = {}, rules = {}, answers = [] }: WebCallsOptions = {}) {
  const ports = await createFakePorts({ rules, answers, vouching: trustingWeb });
  const ensembles = await prepareEnsembles({
    folders: [{ path: shipped, origin: 'shipped', isTrusted: () => true }],
    tools: [fetchPage({ clock: ports.host.clock, ...network })],
    roster: ports.roster,
    log: ports.host.log,
  });
  const conversation = createConversation('c');

  async function play(scripts: readonly Script[], signal: AbortSignal): Promise<readonly ModelRequest[]> {
    const model = createScriptedModel(...scripts);
    for await (const event of converse(conversation, { content: [text('Go.')] }, { ports, model, signal }))
      void event;
    return model.requests;
  }

  async function fetch(args: JsonObject, signal = new AbortController().signal): Promise<WebResult> {
    await play([invokes(['web:fetch_page', args]), says('Done.')], signal);
    return lastResult(conversation);
  }

  /** With what the model says that reads the page, one after the other. */
  async function ask(args: JsonObject, said: readonly string[]) {
    const { signal } = new AbortController();
    const scripts = [invokes(['web:fetch_page', args]), ...said.map(says), says('Done.')];
    const requests = await play(scripts, signal);
    return { ...lastResult(conversation), requests };
  }

  return {
    fetch,
    ask,
    conversation,
    host: ports.host,
    questions: ports.host.approver.asked,
    dispose: () => ensembles.dispose(),
  };
}

const reachable: WebNetwork = { localHosts: () => ['*.example.com:*'], lookUp: async () => ['127.0.0.1'] };

/** Servers of pages for the tests of a suite, on hosts of the internet, as far as the tool can see. */
export function webSites() {
  let server: PageServer;
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  /** In another conversation. */
  async function calls(options: WebCallsOptions) {
    const made = await createWebCalls({ network: reachable, ...options });
    ends.push(made.dispose);
    return made;
  }

  async function serve(routes: Readonly<Record<string, Route>>, options: WebCallsOptions = {}) {
    server = await startPageServer(routes);
    ends.push(server.close);
    const site = `http://docs.example.com:${server.port}`;
    return { ...(await calls({ answers: ['once', 'once', 'once'], ...options })), site };
  }

  return { serve, calls, asked: () => server.asked, port: () => server.port };
}

function lastResult({ canisters }: Conversation): WebResult {
  const result = canisters.findLast(canister => canister.role === 'result');
  if (result?.role !== 'result') throw new Error('There is no result.');
  return { told: textOf(result.content), result };
}
