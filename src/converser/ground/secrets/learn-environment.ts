import type { SecretValues } from './secret-values.ts';

export function learnEnvironment(
  { learn }: SecretValues,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(environment)) if (isKey.test(name)) learn(value);
}

const isKey = /(API_?KEY|TOKEN|SECRET|SECRET_ACCESS_KEY|PASSWORD)$|^CONVERSER_(KEY$|SECRET_)/i;
