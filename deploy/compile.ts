/**
 * `node --import ./platform/jsx.mjs deploy/compile.ts`: loads all that API and workers load, without starting them, so that
 * it is compiled and cached in a folder that they cannot write to. A process that finds it does not load Node's compiler of
 * types: it starts sooner, and takes 20 MB less.
 */
import '#server/main.ts'
import '#worker/main.ts'
import { libraryFiles } from '#api/docs/downloads/libraries.ts'
import { designFiles } from '#web/design/files.ts'

designFiles()
libraryFiles('')
