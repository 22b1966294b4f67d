import { randomBytes } from 'node:crypto'
import { commandWord } from '#platform/command-words.ts'
import { EnvError, exitOnEnvError } from '#platform/env-error.ts'
import { linkHost, readEnv } from '#platform/env.ts'
import { createPayloadCodec } from '#platform/payload-codec.ts'
import { startCodecServer } from '#server/codec-server.ts'
import { print } from '#platform/print.ts'

/** `npm run codec-server`: decrypts Temporal payloads for its UI and command line, until it is stopped. */
async function main(): Promise<void> {
  commandWord('npm run codec-server')
  const { temporalCodecKeys: keys, temporalUiUrl, codecServer } = readEnv()
  if (keys.length === 0)
    throw new EnvError(['TEMPORAL_CODEC_KEYS must be set: nothing is encrypted.'])
  const { host, port } = codecServer
  const token = codecServer.token ?? randomBytes(tokenBytes).toString('base64url')
  const uiOrigin = new URL(temporalUiUrl).origin
  const codec = createPayloadCodec(keys)
  const server = await startCodecServer({ codec, token, uiOrigin, host, port })
  const endpoint = `http://${linkHost(host)}:${server.port}`
  print(`In the Temporal UI at ${uiOrigin}, under "Data Encoder", set as endpoint:`)
  print(`  ${endpoint}/${token}`)
  print('For its command line:')
  print(`  --codec-endpoint ${endpoint} --codec-auth "Bearer ${token}"`)
  const stop = (): void => void server.close().then(() => process.exit(0))
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, stop)
}

const tokenBytes = 24

main().catch((error: unknown) => exitOnEnvError(error))
