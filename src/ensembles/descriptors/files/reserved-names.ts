export const lockFileName = 'converser.lock.toml';

/** This ensemble reads results again, and appears when it is needed. */
export const conversationName = 'conversation';
