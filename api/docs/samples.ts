/** A call, as code samples show it. */
export interface SampleCall {
  readonly method: string
  readonly path: string
  readonly body: object | undefined
  readonly needsKey: boolean
  readonly needsIdempotencyKey: boolean
  /** The `Service-Version` it must send, if any. */
  readonly version: string | undefined
}

/** The call in the reference's four languages; base URL and key come from the environment. */
export function samplesOf(call: SampleCall): { readonly title: string; readonly code: string }[] {
  return [
    { title: 'curl', code: curl(call) },
    { title: 'TypeScript', code: typescript(call) },
    { title: 'PHP', code: php(call) },
    { title: 'Python', code: python(call) },
  ]
}

function headersOf(call: SampleCall, key: string): string[] {
  const { body, needsKey, needsIdempotencyKey, version } = call
  return [
    ...(needsKey ? [`Authorization: Bearer ${key}`] : []),
    ...(needsIdempotencyKey ? ['Idempotency-Key: order-1042'] : []),
    ...(version === undefined ? [] : [`Service-Version: ${version}`]),
    ...(body ? ['Content-Type: application/json'] : []),
  ]
}

function curl(call: SampleCall): string {
  const { method, path, body } = call
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} "$BASE_URL${path}"`,
    ...headersOf(call, '$KEY').map((header) => `-H "${header}"`),
    ...(body ? [`-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`] : []),
  ]
  return parts.join(' \\\n  ')
}

function typescript(call: SampleCall): string {
  const { method, path, body } = call
  const headers = headersOf(call, '${env.KEY}').map((header) => {
    const [name = '', value = ''] = header.split(': ')
    return `    '${name}': \`${value}\`,`
  })
  return [
    "import { env } from 'node:process'",
    '',
    `const response = await fetch(env.BASE_URL + '${path}', {`,
    `  method: '${method}',`,
    '  headers: {',
    ...headers,
    '  },',
    ...(body
      ? [`  body: JSON.stringify(${JSON.stringify(body, null, 2).replaceAll('\n', '\n  ')}),`]
      : []),
    '})',
    'console.log(response.status, await response.text())',
  ].join('\n')
}

function php(call: SampleCall): string {
  const { method, path, body } = call
  const headers = headersOf(call, `' . getenv('KEY') . '`).map((header) => `'${header}'`)
  return [
    '<?php',
    `$options = ['http' => ['method' => '${method}', 'ignore_errors' => true,`,
    `  'header' => [${headers.join(', ')}],`,
    ...(body
      ? [
          `  'content' => json_encode(json_decode('${JSON.stringify(body).replaceAll(/['\\]/g, String.raw`\$&`)}')),`,
        ]
      : []),
    ']];',
    `echo file_get_contents(getenv('BASE_URL') . '${path}', false, stream_context_create($options));`,
  ].join('\n')
}

function python(call: SampleCall): string {
  const { method, path, body } = call
  const headers = headersOf(call, '" + os.environ["KEY"] + "').map((header) => {
    const at = header.indexOf(': ')
    return `"${header.slice(0, at)}": "${header.slice(at + 2)}"`.replace(' + ""', '')
  })
  return [
    `import ${body ? 'json, ' : ''}os, urllib.error, urllib.request`,
    '',
    'request = urllib.request.Request(',
    `    os.environ["BASE_URL"] + "${path}",`,
    `    method="${method}",`,
    `    headers={${headers.join(', ')}},`,
    ...(body
      ? [`    data=json.dumps(json.loads(${pythonText(JSON.stringify(body))})).encode(),`]
      : []),
    ')',
    'try:',
    '    answer = urllib.request.urlopen(request, timeout=30)',
    'except urllib.error.HTTPError as refusal:',
    '    answer = refusal',
    'print(answer.status, answer.read().decode())',
  ].join('\n')
}

function pythonText(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}
