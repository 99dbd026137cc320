import { reasonOf } from '../../converser/ground/errors.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { DoorAccess } from './door-checks.ts';
import type { Check, Finding } from './finding.ts';

export function mcpCheck(access: DoorAccess): Check {
  return {
    title: 'MCP',
    run: signal =>
      Promise.all([
        era('Current clients', { mode: 'auto', expected: /^202[6-9]/ }, { ...access, signal }),
        era('Older clients', { mode: 'legacy', expected: /^2025/ }, { ...access, signal }),
      ]),
  };
}

interface Era {
  readonly mode: 'auto' | 'legacy';
  readonly expected: RegExp;
}

async function era(
  title: string,
  { mode, expected }: Era,
  { baseUrl, key, signal }: DoorAccess & { readonly signal: AbortSignal },
): Promise<Finding> {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client({ name: 'converser-doctor', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', baseUrl), {
    requestInit: { headers: { authorization: `Bearer ${key}` }, signal },
  });
  try {
    await client.connect(transport, { signal });
    const version = client.getNegotiatedProtocolVersion() ?? 'unknown';
    const { tools } = await client.listTools({}, { signal });
    await transport.terminateSession();
    const found = `Specification ${version}: ${countText(tools.length, 'tool')} offered.`;
    if (expected.test(version)) return { state: 'good', title, found };
    return { state: 'bad', title, found: `${found} Another specification was expected.` };
  } catch (cause) {
    return {
      state: 'bad',
      title,
      found: `/mcp does not answer: ${reasonOf(cause)}`,
      remedy: { text: 'Restart the gateway.', action: 'restart-gateway' },
    };
  } finally {
    await client.close().catch(() => {});
  }
}
