import { existsSync, readFileSync } from 'node:fs'
import type { Examples } from './openapi.ts'

/** Where they are kept; a test asks the running service for them and holds the file to what it says. */
export const examplesFile = new URL('./examples.json', import.meta.url)

/** What the running service answered, for the description. */
export function readExamples(): Examples {
  if (!existsSync(examplesFile)) return { answers: {}, sealed: {} }
  return JSON.parse(readFileSync(examplesFile, 'utf8')) as Examples
}
