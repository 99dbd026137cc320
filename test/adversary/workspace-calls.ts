import { createDeduplicator } from '../../src/converser/call/invocation/deduplication/deduplicator.ts';
import { createInvocationsProcessor } from '../../src/converser/call/invocation/invocations-processor.ts';
import { createApprovals } from '../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../src/converser/call/permission/permissions.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { ResultCanister } from '../../src/converser/words/canister/canister.ts';
import { textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { type Invoker, ordinaryDeduplication } from '../../src/converser/words/ensemble/invoker.ts';
import type { Approver } from '../../src/converser/words/permission/approver.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import type { Workspace } from '../../src/converser/words/workspace/workspace.ts';
import type { Tool } from '../../src/ensembles/define-tool.ts';
import { createAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { readContents } from '../../src/ensembles/workspace/search/read-contents.ts';
import { workspaceTools } from '../../src/ensembles/workspace/workspace-tools.ts';
import { createFakeMemory, rulesOf } from '../fakes/fake-approvals.ts';
import { createFakeEnsemble } from '../fakes/fake-ensemble.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { noRecord } from '../fakes/no-journal.ts';

export interface WorkspaceCallsOptions {
  readonly approver?: Approver;
  /** The tools that run without a question. */
  readonly allowed?: readonly string[];
  /** Default: those that allow what runs without a question. */
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly more?: readonly Tool[];
  /** Globs of places that are protected beside those known by their names. */
  readonly protect?: () => readonly unknown[];
}

export interface Answer {
  readonly text: string;
  readonly isRepeated: boolean;
}

/** The real tools of a workspace behind the real permissions and the real processor, as in one turn. */
export async function createWorkspaceCalls(workspace: Workspace, options: WorkspaceCallsOptions = {}) {
  const tools = [
    ...workspaceTools(workspace, {
      addedPlaces: createAddedPlaces({ read: options.protect ?? (() => []), place: 'the setting' }),
    }),
    ...(options.more ?? []),
  ];
  const ensemble = createFakeEnsemble(
    'workspace',
    Object.fromEntries(tools.map(tool => [tool.name, asInvoker(tool)])),
  );
  const { host, roster, limits } = await createFakePorts({ ensembles: [ensemble] });
  const permissions = createPermissions({
    approver: options.approver ?? host.approver,
    rules: rulesOf(
      options.rules ??
        Object.fromEntries((options.allowed ?? []).map(tool => [`workspace:${tool}`, 'allow' as const])),
    ),
    circumstances: () => ({ isTrusted: true, mode: 'changes' }),
    clock: host.clock,
    approvals: createApprovals(createFakeMemory()),
  });
  const deduplicator = createDeduplicator({ ...host, contents: readContents(workspace) });
  roster.onDidOutdate(deduplicator.forget);
  const processor = createInvocationsProcessor({
    conversation: createConversation('c'),
    callable: roster,
    permissions,
    deduplicator,
    host,
    resultLimit: limits.resultCharacters,
    changes: noRecord,
  });
  async function resultOf(name: string, args: JsonObject): Promise<ResultCanister> {
    const watch = { signal: new AbortController().signal, onProgress: () => {} };
    return (await processor.process(processor.prepare(name, args), watch)).result;
  }
  return {
    resultOf,
    async call(name: string, args: JsonObject): Promise<Answer> {
      const { failure, content, repeats } = await resultOf(name, args);
      const text =
        failure === undefined ? textOf(content) : `${failure.message} ${failure.advice ?? ''}`.trim();
      return { text, isRepeated: repeats !== undefined };
    },
  };
}

function asInvoker({ name: _, ...tool }: Tool): Omit<Tool, 'name'> & Pick<Invoker, 'deduplication'> {
  return { deduplication: ordinaryDeduplication(tool.annotations), ...tool };
}
