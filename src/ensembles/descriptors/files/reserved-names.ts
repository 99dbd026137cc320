/** The name of the file in which a lock is kept, wherever that is. */
export const lockFileName = 'converser.lock.toml';
