/** The environment variable that `--themes` sets. */
export const themesVariable = 'CONVERSER_TEST_THEMES';

/** Whether screenshots are to be taken in each theme, and not only in the dark one. */
export const inAllThemes = process.env[themesVariable] !== undefined;
