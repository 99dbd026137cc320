/**
 * In tokens. Instructions and tools alone would spend Ollama's own 4,096. In a model of 8 billion parameters, this
 * takes 1 to 2.5 GB.
 */
export const roomyContext = 16_384;
