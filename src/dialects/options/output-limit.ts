import type { ModelRequest } from '../../converser/words/models/provider.ts';
import { settingPaths } from './settings.ts';

const names = [...new Set(Object.values(settingPaths).flatMap(({ maxTokens = [] }) => maxTokens))];

export function outputLimit({
  options = {},
  wanted,
}: Pick<ModelRequest, 'options' | 'wanted'>): number | undefined {
  const asked = [...names.map(name => options[name]), wanted?.maxOutputTokens];
  const limits = asked.filter(limit => typeof limit === 'number');
  return limits.length === 0 ? undefined : Math.max(...limits);
}

/** Only a higher limit is changed. */
export function withOutputLimit(request: ModelRequest, most: number): ModelRequest {
  const lowered = Object.entries(request.options ?? {}).map(([name, value]) =>
    names.includes(name) && typeof value === 'number' && value > most ? [name, most] : [name, value],
  );
  const { wanted } = request;
  const { maxOutputTokens = 0 } = wanted ?? {};
  return {
    ...request,
    ...(request.options && { options: Object.fromEntries(lowered) }),
    ...(wanted && maxOutputTokens > most && { wanted: { ...wanted, maxOutputTokens: most } }),
  };
}
