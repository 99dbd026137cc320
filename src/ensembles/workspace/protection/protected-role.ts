export interface ProtectedRole {
  /** Absolute; a folder is meant with all that is in it. It need not be there yet. */
  readonly path: string;
  readonly reason: string;
}

/** Settings can change these places. */
export type ProtectedRoles = () => readonly ProtectedRole[];

export const decidesEnsembles = 'decides which tools Converser has, and holds their code.';
