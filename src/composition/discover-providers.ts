import { type Discovery, findLocalServers } from '../providers/configured/local-servers.ts';
import { presetOf } from '../providers/configured/presets.ts';
import type { FoundServer } from '../vscode/models/connect/connect-ports.ts';

export async function discoverProviders({
  signal,
  ports = {},
}: Pick<Discovery, 'signal' | 'ports'>): Promise<readonly FoundServer[]> {
  const found = await findLocalServers({ fetch, signal, ports });
  return found.map(({ server: { id, label, baseUrl }, models }) => ({
    id,
    label,
    // At its usual address the provider needs no description.
    entry: baseUrl === undefined || presetOf(id)?.baseUrl === baseUrl ? {} : { baseUrl },
    models: models.map(model => model.label ?? model.id),
  }));
}
