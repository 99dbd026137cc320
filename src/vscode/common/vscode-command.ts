/** VS Code passes on what the caller gave, which may be anything. */
export type Command = (...given: readonly unknown[]) => Promise<unknown>;

export type Commands = Readonly<Record<string, Command>>;
