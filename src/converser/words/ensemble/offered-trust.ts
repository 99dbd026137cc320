import { type Source, toolsOf } from '../labels/label.ts';
import type { Invoker } from './invoker.ts';

/**
 * What you may trust about a server, the least first: what it says of its tools; and what they return, if it claims that
 * none of them reaches anybody else. A server for your own notes is one.
 */
export function offeredTrust(invokers: readonly Invoker[]): readonly Source[] {
  const source = invokers[0]?.describedBy;
  if (source === undefined) return [];
  const isClosed = invokers.every(({ claims }) => claims?.openWorld === false);
  return isClosed ? [toolsOf(source), source] : [toolsOf(source)];
}
