/** A place that is protected for what it is used as, whatever it is called. */
export interface ProtectedRole {
  /** Absolute, of a file, or of a folder with all that is in it. It need not be there yet. */
  readonly path: string;
  /** What it does: `decides …`, as the rest of a sentence. */
  readonly reason: string;
}

/** All such places now: settings can change them. */
export type ProtectedRoles = () => readonly ProtectedRole[];

/** Of folders with descriptors and the code of tools. */
export const decidesEnsembles = 'decides which tools Converser has, and holds their code.';
