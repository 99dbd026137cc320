import type { Descriptor, InvokerDescriptor } from '../descriptors/descriptor.ts';
import type { EnsembleKind } from '../descriptors/ensemble-kind.ts';
import { commandKeys, type DescribedTool, describedKind, needless } from '../local/described-kind.ts';
import { checkRequest, checkShared } from './check-request.ts';
import { describeRequest, type HttpPorts, requestTool } from './request-tool.ts';
import { readUrlTemplate } from './url-template.ts';

/** In megabytes. */
const ordinarySize = 1;

export function httpKind(ports: HttpPorts): EnsembleKind {
  return describedKind('http', (written, descriptor) => describeTool(written, descriptor, ports));
}

function describeTool(
  written: InvokerDescriptor,
  { http = {}, invokers }: Descriptor,
  ports: HttpPorts,
): DescribedTool {
  const mistakes = [
    ...needless(
      written,
      ['implementation', 'auxdata', ...commandKeys],
      'with kind = "http", url says what runs.',
    ),
    ...(written === invokers[0] ? checkShared(http, written) : []),
    ...checkRequest(written, http),
  ];
  const url = readUrlTemplate(written.url ?? '');
  if (mistakes.length > 0 || url === undefined) return { mistakes };
  const template = {
    method: written.method ?? 'GET',
    url,
    headers: { ...http.headers, ...written.headers },
    body: written.body,
    allowedHosts: http.allowedHosts,
    mostBytes: (http.maxSize ?? ordinarySize) * 1_000_000,
  };
  const tool = requestTool(written, template, ports);
  return { made: { tool, implementation: describeRequest(written, template) }, mistakes };
}
