import { More } from '#web/design/ask.tsx'

/** How a receiver verifies what it gets, as code to copy beside the secret (docs/webhooks.md#signatures). */
export function Verification({ standardSecret }: { readonly standardSecret: string }) {
  return (
    <section class="card stack">
      <h2>Vérifier un appel</h2>
      <p class="soft">
        Avant de croire un appel, vérifiez sa signature et son heure sur le corps reçu, tel quel
        {'\u00A0'}: n’importe quelle bibliothèque Standard Webhooks le fait. Elle demande le secret
        ainsi{'\u00A0'}: <code>{standardSecret}</code>
      </p>
      {samples.map(({ title, code }) => (
        <More title={title}>
          <pre class="code" tabIndex={0}>
            {code}
          </pre>
        </More>
      ))}
      <p class="soft small">
        Puis ouvrez <code>payload</code> et répondez 2xx en moins de dix secondes. Le même{' '}
        <code>webhook-id</code> peut venir deux fois{'\u00A0'}: ne le traitez qu’une.
      </p>
    </section>
  )
}

const node = `import crypto from "node:crypto"

// corps : le texte reçu, avant tout JSON.parse ; entetes : ceux de la requête
export function estDeNous(corps, entetes, secret) {
  const id = entetes["webhook-id"], heure = entetes["webhook-timestamp"]
  if (Math.abs(Date.now() / 1000 - Number(heure)) > 300) return false
  const attendue = crypto.createHmac("sha256", secret).update(\`\${id}.\${heure}.\${corps}\`).digest()
  return entetes["webhook-signature"].split(" ").some((une) => {
    const recue = Buffer.from(une.replace("v1,", ""), "base64")
    return recue.length === attendue.length && crypto.timingSafeEqual(recue, attendue)
  })
}

export function ouvre(corps, secret) {
  const scelle = Buffer.from(JSON.parse(corps).payload, "base64")
  const cle = Buffer.from(secret).subarray(0, 32)
  const chiffre = crypto.createDecipheriv("aes-256-cbc", cle, scelle.subarray(0, 16))
  const texte = chiffre.update(scelle.subarray(16).toString(), "base64", "utf8") + chiffre.final("utf8")
  const { event, data } = JSON.parse(texte)
  return { event, data: JSON.parse(data) }
}`

const php = `<?php
// $corps = file_get_contents('php://input'); $entetes = array_change_key_case(getallheaders());
function est_de_nous(string $corps, array $entetes, string $secret): bool {
  $heure = $entetes['webhook-timestamp'];
  if (abs(time() - (int) $heure) > 300) return false;
  $signe = $entetes['webhook-id'] . '.' . $heure . '.' . $corps;
  $attendue = 'v1,' . base64_encode(hash_hmac('sha256', $signe, $secret, true));
  foreach (explode(' ', $entetes['webhook-signature']) as $une)
    if (hash_equals($attendue, $une)) return true;
  return false;
}

function ouvre(string $corps, string $secret): array {
  $scelle = base64_decode(json_decode($corps, true)['payload']);
  $texte = openssl_decrypt(substr($scelle, 16), 'aes-256-cbc', substr($secret, 0, 32), 0, substr($scelle, 0, 16));
  $recu = json_decode($texte, true);
  return ['event' => $recu['event'], 'data' => json_decode($recu['data'], true)];
}`

const python = `import base64, hashlib, hmac, json, time
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

# corps : les octets reçus, avant tout json.loads
def est_de_nous(corps: bytes, entetes, secret: str) -> bool:
    heure = entetes["webhook-timestamp"]
    if abs(time.time() - int(heure)) > 300:
        return False
    signe = f'{entetes["webhook-id"]}.{heure}.'.encode() + corps
    attendue = base64.b64encode(hmac.new(secret.encode(), signe, hashlib.sha256).digest()).decode()
    recues = entetes["webhook-signature"].split(" ")
    return any(hmac.compare_digest(f"v1,{attendue}", une) for une in recues)

def ouvre(corps: bytes, secret: str) -> dict:
    scelle = base64.b64decode(json.loads(corps)["payload"])
    cle = Cipher(algorithms.AES(secret.encode()[:32]), modes.CBC(scelle[:16])).decryptor()
    texte = cle.update(base64.b64decode(scelle[16:])) + cle.finalize()
    recu = json.loads(texte[: -texte[-1]])
    return {"event": recu["event"], "data": json.loads(recu["data"])}`

/** In the languages that shops of the region use; a test runs each. */
export const samples = [
  { title: 'En Node.js', code: node },
  { title: 'En PHP', code: php },
  { title: 'En Python', code: python },
] as const
