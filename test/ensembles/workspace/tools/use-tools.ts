import assert from 'node:assert/strict';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import { defined } from '../../../../src/converser/ground/json/defined.ts';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { textOf } from '../../../../src/converser/words/canister/content.ts';
import {
  type Context,
  isReply,
  type Preview,
  type Returned,
} from '../../../../src/converser/words/ensemble/invoker.ts';
import type { Workspace } from '../../../../src/converser/words/workspace/workspace.ts';
import {
  type WorkspaceToolsPorts,
  workspaceTools,
} from '../../../../src/ensembles/workspace/workspace-tools.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';
import { toolContext } from '../../tool-context.ts';

export interface UsedTools {
  /** What the model is told, whether that is a result or the message of an error. */
  call(name: string, args?: JsonObject, signal?: AbortSignal): Promise<string>;
  /** Checks what the model is told. */
  tells(name: string, args: JsonObject, expected: string | RegExp): Promise<void>;
  /** What people are shown. */
  screen(name: string, args?: JsonObject): Promise<string | undefined>;
  /** What the user is shown before they allow the call. */
  preview(name: string, args: JsonObject): Promise<Preview | undefined>;
  /** What the model is told when the user has allowed the call because of a preview with this basis. */
  callAllowed(name: string, args: JsonObject, previewBasis: string | undefined): Promise<string>;
  /** Why the call is always asked about. */
  asks(name: string, args: JsonObject): Promise<string | undefined>;
}

/** The tools of a workspace as one conversation calls them. */
export function useTools(workspace: Workspace, ports: WorkspaceToolsPorts = {}): UsedTools {
  const tools = workspaceTools(workspace, ports);
  const namespace = new Map<string, unknown>();

  function tool(name: string) {
    const found = tools.find(candidate => candidate.name === name);
    assert.ok(found, name);
    return found;
  }

  const noStop = new AbortController().signal;

  async function invoke(name: string, args: JsonObject, own: Pick<Context, 'signal' | 'permit'>) {
    return tool(name).invocable(args, toolContext(`workspace:${name}`, { namespace, ...own }));
  }

  async function told(outcome: Promise<Returned>): Promise<string> {
    try {
      const returned = await outcome;
      return isReply(returned) ? textOf(returned.content) : String(returned);
    } catch (cause) {
      if (cause instanceof ConverserError)
        return [`${cause.code}: ${cause.message}`, cause.advice ?? ''].join(' ').trim();
      throw cause;
    }
  }

  return {
    call: (name, args = {}, signal = noStop) => told(invoke(name, args, { signal })),
    async tells(name, args, expected) {
      const said = await told(invoke(name, args, { signal: noStop }));
      if (typeof expected === 'string') assert.equal(said, expected);
      else assert.match(said, expected);
    },
    callAllowed: (name, args, previewBasis) =>
      told(invoke(name, args, { signal: noStop, permit: defined({ because: 'you saw it', previewBasis }) })),
    async screen(name, args = {}) {
      const returned = await invoke(name, args, { signal: noStop });
      return isReply(returned) ? returned.screen : undefined;
    },
    preview: async (name, args) => tool(name).review?.(args).preview?.(noStop),
    asks: async (name, args) => tool(name).review?.(args).alwaysAsk?.(),
  };
}

/** The same over files in memory, whose paths begin at the root. */
export function openFiles(files: Readonly<Record<string, string | Uint8Array>> = {}) {
  const placed = Object.entries(files).map(([path, content]) => [`/work/${path}`, content] as const);
  const workspace = createMemoryWorkspace({ files: Object.fromEntries(placed) });
  const saved = (path: string) => {
    const bytes = workspace.files.get(`/work/${path}`);
    return bytes && Buffer.from(bytes).toString('utf8');
  };
  return { workspace, saved, ...useTools(workspace) };
}
