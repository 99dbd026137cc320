/** A list of secrets. The code that hides them is elsewhere, so that activation need not load it. */
export interface SecretValues {
  /** From now on, the value is hidden. One of fewer than 8 characters is not: it would hide ordinary words. */
  learn(secret: string | undefined): void;
  /** In the order in which they were learnt. */
  readonly all: readonly string[];
}

/** Characters. */
export const shortestSecret = 8;

export function createSecretValues(): SecretValues {
  const all: string[] = [];
  return {
    all,
    learn(given = '') {
      const secret = given.trim();
      if (secret.length >= shortestSecret && !all.includes(secret)) all.push(secret);
    },
  };
}
