import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { oas } from '@stoplight/spectral-rulesets'

/** All that Redocly's recommended rules say of a description, one line a remark. */
export async function redoclyRemarks(source: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], telemetry: 'off' })
  const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
  return problems.map(
    ({ ruleId, message, location }) =>
      `${ruleId} ${message} ${location.map(({ pointer }) => pointer ?? '').join(' ')}`,
  )
}

/** All that Spectral's OpenAPI rules say of a description. */
export async function spectralRemarks(source: string): Promise<string[]> {
  const spectral = new spectralCore.Spectral()
  spectral.setRuleset({ extends: oas } as Parameters<typeof spectral.setRuleset>[0])
  const document = new spectralCore.Document(source, parsers.Json, '/openapi.json')
  const problems = await spectral.run(document)
  return problems.map(({ code, message, path }) => `${code} ${message} ${path.join('.')}`)
}
