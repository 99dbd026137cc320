/** What a command does. VS Code passes on what the caller gave, which may be anything. */
export type Command = (...given: readonly unknown[]) => Promise<void>;

/** Commands by their ids. */
export type Commands = Readonly<Record<string, Command>>;
