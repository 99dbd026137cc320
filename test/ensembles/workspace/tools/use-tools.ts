import assert from 'node:assert/strict';
import { textOf } from '../../../../src/converser/canister/content.ts';
import { isReply, type Returned } from '../../../../src/converser/ensemble/invoker.ts';
import { ConverserError } from '../../../../src/converser/errors.ts';
import type { JsonObject } from '../../../../src/converser/json/json.ts';
import type { Workspace } from '../../../../src/converser/workspace/workspace.ts';
import { workspaceTools } from '../../../../src/ensembles/workspace/workspace-tools.ts';

export interface UsedTools {
  /** What the model is told, whether that is a result or the message of an error. */
  call(name: string, args?: JsonObject, signal?: AbortSignal): Promise<string>;
  /** What people are shown. */
  screen(name: string, args?: JsonObject): Promise<string | undefined>;
  /** Why the call is always asked about. */
  asks(name: string, args: JsonObject): Promise<string | undefined>;
}

/** The tools of a workspace as one conversation calls them. */
export function useTools(workspace: Workspace): UsedTools {
  const tools = workspaceTools(workspace);
  const namespace = new Map<string, unknown>();

  function tool(name: string) {
    const found = tools.find(candidate => candidate.name === name);
    assert.ok(found, name);
    return found;
  }

  async function invoke(name: string, args: JsonObject, signal: AbortSignal): Promise<Returned> {
    const context = { invoker: { ensemble: 'workspace', name }, auxdata: {}, namespace, signal };
    return tool(name).invocable(args, { ...context, progress: () => {} });
  }

  return {
    async call(name, args = {}, signal = new AbortController().signal) {
      try {
        const returned = await invoke(name, args, signal);
        return isReply(returned) ? textOf(returned.content) : String(returned);
      } catch (cause) {
        if (cause instanceof ConverserError)
          return [`${cause.code}: ${cause.message}`, cause.advice ?? ''].join(' ').trim();
        throw cause;
      }
    },
    async screen(name, args = {}) {
      const returned = await invoke(name, args, new AbortController().signal);
      return isReply(returned) ? returned.screen : undefined;
    },
    asks: async (name, args) => tool(name).alwaysAsk?.(args),
  };
}
