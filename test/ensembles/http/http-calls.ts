import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import { converse } from '../../../src/converser/turn/converse.ts';
import type { ResultCanister } from '../../../src/converser/words/canister/canister.ts';
import { text, textOf } from '../../../src/converser/words/canister/content.ts';
import { createConversation } from '../../../src/converser/words/conversation/conversation.ts';
import type { Origin } from '../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../../src/converser/words/permission/rules.ts';
import { formatDiagnostic } from '../../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import type { LookUp } from '../../../src/ensembles/guarded-fetch/look-up.ts';
import { httpKind } from '../../../src/ensembles/http/http-kind.ts';
import { prepareEnsembles } from '../../../src/ensembles/prepare-ensembles.ts';
import type { Answer } from '../../fakes/fake-approvals.ts';
import { createFakeDescriptorFiles } from '../../fakes/fake-descriptor-files.ts';
import { createFakePorts } from '../../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';

/** What tools bring in makes no call here one to ask about. */
const trustingTools = createVouching({ has: source => source.startsWith('tool:') });

export interface HttpCallsOptions {
  readonly descriptor: string;
  readonly origin?: Origin;
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly answers?: readonly Answer[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly lookUp?: LookUp;
}

/** An ensemble of the kind `http` behind the real loop and the real permissions. */
export async function createHttpCalls({
  descriptor,
  origin = 'user',
  rules = { 'api:*': 'allow' },
  answers = [],
  secrets = {},
  lookUp = async () => ['127.0.0.1'],
}: HttpCallsOptions) {
  const files = createFakeDescriptorFiles({ '/tools/api.toml': descriptor });
  const ports = await createFakePorts({ rules, answers, vouching: trustingTools });
  const { learn, hide } = ports.host.secrets;
  const ensembles = await prepareEnsembles({
    files,
    folders: [{ path: '/tools', origin, isTrusted: () => true }],
    tools: [],
    kinds: [httpKind({ secrets: { secret: async key => secrets[key], learn, hide }, lookUp })],
    roster: ports.roster,
    log: ports.host.log,
  });

  /** In a conversation of its own: what an earlier answer held makes the next call more careful. */
  async function call(
    name: string,
    args: JsonObject = {},
    signal = new AbortController().signal,
  ): Promise<{ readonly told: string; readonly result: ResultCanister }> {
    const conversation = createConversation('c');
    const model = createScriptedModel(invokes([`api:${name}`, args]), says('Done.'));
    for await (const event of converse(conversation, { content: [text('Go.')] }, { ports, model, signal }))
      void event;
    const result = conversation.canisters.findLast(canister => canister.role === 'result');
    if (result?.role !== 'result') throw new Error('There is no result.');
    return { told: textOf(result.content), result };
  }

  return {
    call,
    invokers: () => ports.roster.invokers(),
    mistakes: () => [...ensembles.diagnostics.values()].flat().map(formatDiagnostic),
    clock: ports.host.clock,
    questions: ports.host.approver.asked,
    dispose: () => ensembles.dispose(),
  };
}
