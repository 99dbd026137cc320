import type { InvokerBreakers } from '../../converser/invocation/invoker-breakers.ts';
import { isJsonObject } from '../../converser/json/json.ts';

/** Lets calls of a tool through that was paused, given its row. VS Code hands commands whatever it is told to. */
export function tryAgain(node: unknown, breakers: Pick<InvokerBreakers, 'tryAgain'>): void {
  if (isJsonObject(node) && typeof node.fullName === 'string') breakers.tryAgain(node.fullName);
}
