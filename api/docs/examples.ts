import { existsSync, readFileSync } from 'node:fs'
import type { Examples } from './openapi.ts'

/** Where examples are stored; a test asks the running service for them and compares the file with the answers. */
export const examplesFile = new URL('./examples.json', import.meta.url)

/** Answers of the running service, as examples for the description. */
export function readExamples(): Examples {
  if (!existsSync(examplesFile)) return { answers: {}, sealed: {} }
  return JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples
}
