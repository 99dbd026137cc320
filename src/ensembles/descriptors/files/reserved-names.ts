/** The name of the file in which a lock is kept, wherever that is. */
export const lockFileName = 'converser.lock.toml';

/** The ensemble that reads results again. It appears when it is needed, and nobody else has its name. */
export const conversationName = 'conversation';
