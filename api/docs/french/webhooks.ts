/** The reference's French texts about webhooks and events, by their English sentence. */
export const webhooks = {
  'All webhook endpoints of the service in the key’s mode, without secrets. At most five.':
    'Tous les webhooks du service dans le mode de la clé, sans leurs secrets. Cinq au plus.',
  'Id of the endpoint.': 'Identifiant du webhook.',
  'Where events are sent.': 'Où les événements sont envoyés.',
  'Your label.': 'Le nom que vous lui donnez.',
  'A disabled endpoint receives nothing.': 'Un webhook désactivé ne reçoit rien.',
  'True for `["*"]`: every type, including future ones.':
    'Vrai pour `["*"]` : tous les types, ceux à venir compris.',
  'Types it receives, or `["*"]`.': 'Types qu’il reçoit, ou `["*"]`.',
  'Last four characters of its secret.': 'Quatre derniers caractères de son secret.',
  'The secret that will replace this one; left out if none is waiting.':
    'Le secret qui remplacera celui-ci ; absent si aucun n’attend.',
  'Its last four characters.': 'Ses quatre derniers caractères.',
  'When it replaces the secret, in UTC.': 'Quand il remplace le secret, en UTC.',
  'Secret that signs and encrypts; store it. Only in the answers that create or renew it.':
    'Secret qui signe et chiffre ; gardez-le. Dans les seules réponses à la création et au renouvellement.',
  'The same secret in the form that Standard Webhooks libraries expect. Only in the answer that renews it.':
    'Le même secret, tel que le prennent les bibliothèques de Standard Webhooks. Dans la seule réponse au renouvellement.',
  'Adds an address that events are sent to. Its `secret`, which signs and encrypts, is only in this answer: store it. The address must be public and `https`, on port 443 or from 1024.':
    'Ajoute une adresse à laquelle les événements sont envoyés. Son `secret` n’est que dans cette réponse : gardez-le, il signe et chiffre. L’adresse est publique, en `https`, sur le port 443 ou à partir de 1024.',
  'Where events are sent: a public `https` address without credentials, on port 443 or from 1024.':
    'Où les événements sont envoyés : une adresse `https` publique, sans identifiants, sur le port 443 ou à partir de 1024.',
  'Types to receive: only `["*"]` for every type, including future ones, or a selection.':
    'Types à recevoir : `["*"]` seul pour tous les types, ceux à venir compris, ou ceux que vous choisissez.',
  'Whether it receives from the start; true by default.':
    'Indique s’il reçoit dès le départ ; vrai si rien n’est dit.',
  'One webhook endpoint, without its secret.': 'Un webhook, sans son secret.',
  'Id of the webhook endpoint, as returned when it was created.':
    'Identifiant du webhook, donné par la réponse à sa création.',
  'Deletes it for good; waiting deliveries are ended and stay in the history.':
    'Le supprime définitivement ; les livraisons qui attendent prennent fin et restent dans l’historique.',
  'Its former id.': 'Identifiant qu’il avait.',
  'Always true.': 'Toujours vrai.',
  'Gives it another address, label or selection of events; fields left out stay as they are.':
    'Lui donne une autre adresse, un autre nom ou un autre choix d’événements ; ce que vous n’envoyez pas reste.',
  'Your label; null removes it.': 'Le nom que vous lui donnez ; `null` l’enlève.',
  'The catalogue of event types by group, with French labels.':
    'Le catalogue des types d’événements par groupe, avec leurs noms en français.',
  'Its code.': 'Son code.',
  'Group it belongs to.': 'Groupe auquel il appartient.',
  'French label of the group.': 'Nom français du groupe.',
  'French label.': 'Nom français.',
  'When it is sent, in French.': 'Quand il est envoyé, en français.',
  'From now on it receives events again.':
    'Le laisse recevoir de nouveau ce qui se passe à partir de maintenant.',
  'From now on it receives nothing, and waiting deliveries are abandoned.':
    'Il ne reçoit plus rien à partir de maintenant, et les livraisons qui attendent sont abandonnées.',
  'Gives it a new secret, at once or in 24 hours. The new one is only in this answer, as `secret` and as `signing_secret`: store it.':
    'Lui donne un nouveau secret, aussitôt ou dans 24 heures. Le nouveau n’est que dans cette réponse, dans `secret` et dans `signing_secret` : gardez-le.',
  '`now`, the default: the old secret stops signing at once. `in_24_hours`: until then both sign, and the old one still encrypts.':
    '`now`, aussi si rien n’est dit : l’ancien secret cesse aussitôt de signer. `in_24_hours` : jusque-là les deux signent, et l’ancien chiffre encore.',
  'Sends the endpoint a test event in the same way as real ones; the answer is its delivery.':
    'Envoie au webhook un événement de test, par le même chemin que les vrais ; la réponse est sa livraison.',
  'Type of the event to send; `test.ping` by default.':
    'Type de l’événement à envoyer ; `test.ping` si rien n’est dit.',
  'Id of the delivery.': 'Identifiant de la livraison.',
  'The event; the header `webhook-id`.': 'L’événement ; c’est l’en-tête `webhook-id`.',
  'Type of the event.': 'Type de l’événement.',
  'True for a test event.': 'Vrai pour un événement de test.',
  'The endpoint it goes to.': 'Le webhook auquel elle va.',
  'Address of the endpoint today.': 'Adresse actuelle du webhook.',
  'The transaction it is about; null if there is none.':
    'La transaction dont il parle ; `null` s’il ne parle d’aucune.',
  'Reference of that transaction.': 'Référence de cette transaction.',
  '`pending`: an attempt is due or under way. `failed`: the last one failed, another follows. `delivered` and `abandoned` are final; an abandoned one can be sent again by hand.':
    '`pending` : une tentative est prévue ou en cours. `failed` : la dernière a échoué, une autre suit. `delivered` et `abandoned` sont des fins ; une livraison abandonnée peut être relancée à la main.',
  'Attempts started, six at most not counting those by hand.':
    'Tentatives commencées, six au plus sans compter celles demandées à la main.',
  'HTTP status of the last answer; null if there was none.':
    'Statut HTTP de la dernière réponse ; `null` s’il n’y en a pas eu.',
  'Why the last attempt failed.': 'Pourquoi la dernière tentative a échoué.',
  'When the next attempt is due, in UTC.': 'Quand la prochaine tentative est prévue, en UTC.',
  'When it came to its end, in UTC.': 'Date de sa fin, en UTC.',
  'Its last hundred attempts, oldest first.':
    'Ses cent dernières tentatives, de la plus ancienne à la plus récente.',
  'Its number, the header `X-Service-Attempt`.': 'Son numéro, l’en-tête `X-Service-Attempt`.',
  'True if it was requested after the delivery was abandoned.':
    'Vrai si elle a été demandée après l’abandon de la livraison.',
  'Where it was sent.': 'Où l’envoi est allé.',
  'When it began, in UTC.': 'Date de son début, en UTC.',
  'Whether it is over.': 'Indique si elle est terminée.',
  'HTTP status of the answer; null if there was none.':
    'Statut HTTP de la réponse ; `null` s’il n’y en a pas eu.',
  'Why it failed.': 'Pourquoi elle a échoué.',
  'How long it took, in milliseconds.': 'Combien de temps elle a pris, en millisecondes.',
  'Start of what your server answered, 500 characters at most.':
    'Début de ce que votre serveur a répondu, 500 caractères au plus.',
  'What was sent to your endpoints and the results, newest first.':
    'Ce qui a été envoyé à vos webhooks et ce qui en est advenu, les plus récentes d’abord.',
  'Only deliveries in this status.': 'Celles qui en sont là.',
  'Only deliveries to this endpoint.': 'Celles d’un seul webhook.',
  'Only deliveries about this transaction.': 'Celles d’une seule transaction.',
  'One delivery with its attempts.': 'Une livraison avec ses tentatives.',
  'Sends a failed delivery again, now.':
    'Envoie une fois de plus, maintenant, une livraison qui a échoué.',
  'What happened, oldest first, as in webhooks: a listener continues where it stopped with `after`, and waits with `wait`.':
    'Ce qui s’est passé, du plus ancien au plus récent, comme les webhooks le disent : un programme qui écoute reprend avec `after` là où il s’est arrêté, et attend avec `wait`.',
  'Where to continue: `meta.next_cursor` of the previous page, the id of the last event you handled, or `latest` for events from now on.':
    'Où reprendre : le `meta.next_cursor` de la page précédente, l’identifiant du dernier événement traité, ou `latest` pour ce qui vient à partir de maintenant.',
  'Event types to include, separated by commas; all by default.':
    'Types d’événements à garder, séparés par des virgules ; tous si rien n’est dit.',
  'Seconds to delay the answer while there is nothing to read, until the first event; no more than 5 are waited. If two waits of the key are already under way, the answer is immediate, with `Service-Wait: skipped`: pause for two seconds before you continue.':
    'Secondes pendant lesquelles la réponse attend, quand il n’y a rien à lire, le premier événement ; au-delà de 5, c’est 5. Si deux appels d’une même clé attendent déjà, elle vient aussitôt, avec `Service-Wait: skipped` : attendez deux secondes avant de continuer.',
  'Id of the event, and the header `webhook-id` of each of its deliveries.':
    'Identifiant de l’événement, et en-tête `webhook-id` de chacune de ses livraisons.',
  'Type of the event, the field `event` of the webhook.':
    'Type de l’événement, le champ `event` du webhook.',
  'True for a test event: do nothing with it.':
    'Vrai pour un événement de test : n’en faites rien.',
  'When it was recorded, in UTC.': 'Date d’enregistrement, en UTC.',
  'The same fields as `data` of the webhook of this type.':
    'Les mêmes champs que `data` du webhook de ce type.',
  'One event, by its id.': 'Un événement, par son identifiant.',
  'Id of the event.': 'Identifiant de l’événement.',
  'The developers’ machines that `payments listen` forwards sandbox events to, the most recently seen first. At most twenty.':
    'Les machines de développeurs auxquelles `payments listen` transmet les événements du mode test, la dernière vue d’abord. Vingt au plus.',
  'Announces that a developer’s machine is listening; the same label is the same listener. `payments listen` does this by itself, every minute. A listener that is not seen for 30 days is deleted.':
    'Dit qu’une machine de développeur écoute ; le même nom est la même écoute. `payments listen` le fait de lui-même, chaque minute. Celle qu’on ne voit pas pendant 30 jours est oubliée.',
  'Results of the events that a listener forwarded, newest first; kept for 30 days.':
    'Ce que sont devenus les événements qu’une écoute a transmis, les plus récents d’abord ; gardé 30 jours.',
  'Reports the results of events on a developer’s machine. Reporting one twice has no effect; if an event has several results, the one forwarded last is kept. `payments listen` does this by itself.':
    'Dit ce que sont devenus des événements sur une machine de développeur. Dit deux fois, cela compte une fois ; de plusieurs résultats d’un événement, le dernier transmis reste. `payments listen` le fait de lui-même.',
  'Id of the event; the header `webhook-id`.':
    'Identifiant de l’événement ; c’est l’en-tête `webhook-id`.',
  'Id of the listener.': 'Identifiant de l’écoute.',
  'Always sandbox.': 'Toujours `sandbox`.',
  'The label that its developer chose.': 'Le nom que lui donne son développeur.',
  'A label that you choose. The same label is the same listener.':
    'Le nom que vous lui donnez. Le même nom est la même écoute.',
  'When it last announced itself, in UTC; it does so every minute.':
    'Quand elle a dit pour la dernière fois qu’elle écoute, en UTC ; elle le dit chaque minute.',
  '`delivered`: the local server answered 2xx. `failed`: it gave another answer, or none yet.':
    '`delivered` : le serveur local a répondu 2xx. `failed` : il a répondu autrement, ou pas encore.',
  'Why the last try failed; null if it did not.':
    'Pourquoi le dernier essai a échoué ; `null` s’il n’a pas échoué.',
  'How long the last try took, in milliseconds.':
    'Combien de temps le dernier essai a pris, en millisecondes.',
  'How often it was tried.': 'Nombre d’essais.',
  'When the last try began, in UTC, by the clock of that machine.':
    'Début du dernier essai, en UTC, à l’horloge de cette machine.',
  'When it was first reported, in UTC.': 'Quand on nous l’a dit d’abord, en UTC.',
  'The event that was forwarded.': 'L’événement transmis.',
  'HTTP status of the answer to the last try. Either this or `error`.':
    'Statut HTTP de la réponse au dernier essai. Soit lui, soit `error`.',
  'Why the last try got no answer. Either this or `http_status`.':
    'Pourquoi le dernier essai est resté sans réponse. Soit lui, soit `http_status`.',
  'When the last try began, by the clock of that machine, in 2026 or later and at most a day ahead of the service’s: if an event has several results, the latest is kept.':
    'Début du dernier essai, à l’horloge de cette machine, en 2026 ou après et au plus un jour en avance sur celle du service : de plusieurs résultats d’un événement, le plus tardif reste.',
  'Results of events: at most a hundred.': 'Ce que sont devenus des événements : cent au plus.',
  'Id of the listener, as returned when it was announced.':
    'Identifiant de l’écoute, donné par la réponse à son annonce.',
} as const satisfies Readonly<Record<string, string>>
