import { existsSync, readFileSync } from 'node:fs'
import type { Examples } from './openapi.ts'

/** Where examples are stored; a test asks the running service for them and compares the file with the answers. */
export const examplesFile = new URL('./examples.json', import.meta.url)

/** How the file calls the service. */
const exampleUrl = 'http://127.0.0.1:1'

/** Answers of the running service, as examples for the description, which call it by this URL. */
export function readExamples(serverUrl = exampleUrl): Examples {
  if (!existsSync(examplesFile)) return { answers: {}, sealed: {} }
  const text = readFileSync(examplesFile, 'utf8')
  return JSON.parse(text.replaceAll(`"${exampleUrl}/`, () => `"${serverUrl}/`)) as Examples
}
