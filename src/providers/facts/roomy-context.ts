/**
 * Ollama's own 4,096 tokens are too few for instructions and tools. In a model of 8 billion parameters, this takes 1 to
 * 2.5 GB.
 */
export const roomyContext = 16_384;
