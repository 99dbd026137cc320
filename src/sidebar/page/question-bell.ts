import type { SidebarState } from '../protocol.ts';

/**
 * Sounds when something new waits for your answer while you are elsewhere, if you want that. A page may make no sound
 * before you have once clicked or typed in it: then it keeps silent.
 */
export function createQuestionBell(): (state: SidebarState) => void {
  let known: ReadonlySet<string> = new Set();
  let audio: AudioContext | undefined;
  return ({ questions, requests, sounds }) => {
    const waiting = [...questions, ...requests].map(({ id }) => id);
    const isNew = waiting.some(id => !known.has(id));
    known = new Set(waiting);
    if (!isNew || sounds !== true || document.hasFocus()) return;
    audio ??= new AudioContext();
    ring(audio);
  };
}

/** Hertz: a fifth upwards, as a question goes. */
const notes = [660, 990];
/** Seconds. */
const noteLength = 0.16;
const loudness = 0.08;

function ring(audio: AudioContext): void {
  for (const [at, frequency] of notes.entries()) {
    const start = audio.currentTime + at * noteLength;
    const tone = new OscillatorNode(audio, { type: 'sine', frequency });
    const volume = new GainNode(audio, { gain: loudness });
    volume.gain.setValueAtTime(loudness, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + noteLength);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + noteLength);
  }
}
