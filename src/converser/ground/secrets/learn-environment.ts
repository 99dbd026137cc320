import type { SecretValues } from './secret-values.ts';

/** Learns the keys among the variables of this process: those of all vendors, and what descriptors refer to. */
export function learnEnvironment(
  { learn }: SecretValues,
  environment: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(environment)) if (isKey.test(name)) learn(value);
}

const isKey = /(API_?KEY|TOKEN|SECRET|SECRET_ACCESS_KEY|PASSWORD)$|^CONVERSER_(KEY$|SECRET_)/i;
