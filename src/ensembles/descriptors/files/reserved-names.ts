export const lockFileName = 'converser.lock.toml';

/** This ensemble reads results that were too long, and appears when it is needed. */
export const longResultsName = 'long_results';
