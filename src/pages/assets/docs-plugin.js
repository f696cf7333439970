import { signInForm } from './docs-sign-in.js';
import { Session } from './session.js';

const SCHEME = 'BearerJWT';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Parameters that exclude each other; only the first one is filled in. */
const FILLED = ['bbox', 'near'];
const NEAR = [51.9, 4.1];
const LIST_EXAMPLE = /^(<i>Example<\/i> : )List \[ (.*) \]$/;

const session = new Session();

/** Returns true for a filter with text. Swagger UI represents an empty filter as `true`. */
const isPhrase = (filter) => typeof filter === 'string' && filter.trim() !== '';

/** Returns true when every word of the filter occurs in the operation's tag, path, method, summary or id. */
export function matches(phrase, { tag = '', path = '', method = '', operation }) {
  const text = [tag, path, method, operation?.get('summary'), operation?.get('operationId')].join(' ').toLowerCase();
  return phrase
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function filterTags(tagged, phrase) {
  if (!isPhrase(phrase)) return tagged;
  return tagged
    .map((group, tag) =>
      group.set(
        'operations',
        group
          .get('operations')
          .filter((one) =>
            matches(phrase, { tag, path: one.get('path'), method: one.get('method'), operation: one.get('operation') }),
          ),
      ),
    )
    .filter((group) => group.get('operations').size > 0);
}

function filterWebhooks(webhooks, phrase) {
  if (!isPhrase(phrase)) return webhooks;
  const kept = Object.entries(webhooks).map(([path, all]) => [
    path,
    all.filter(({ method, operation }) => matches(phrase, { path, method, operation })),
  ]);
  return Object.fromEntries(kept.filter(([, all]) => all.length > 0));
}

/** Returns the OpenAPI description with examples as values of the parameters that a first call needs. */
export function withValues(description) {
  const found = (parameter) =>
    parameter.$ref === undefined ? parameter : description.components.parameters[parameter.$ref.split('/').at(-1)];
  for (const item of Object.values(description.paths ?? {})) {
    for (const operation of METHODS.map((method) => item[method]).filter(Boolean)) {
      const parameters = (operation.parameters ?? []).map((parameter) => ({ parameter, ...found(parameter) }));
      const area = FILLED.find((name) => parameters.some((one) => one.name === name && !one.required));
      operation.parameters = parameters.map(({ parameter, ...full }) => {
        const { name, required, example, schema } = full;
        const value = example ?? schema?.examples?.[0] ?? (name === 'near' ? NEAR : undefined);
        // Example UUIDs are not filled in, because no object has such an id.
        const isFilled = value !== undefined && schema?.format !== 'uuid' && (required || name === area);
        return isFilled ? { ...full, example: value } : parameter;
      });
    }
  }
  return description;
}

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * Returns the part of the OpenAPI description to which a subtree refers, directly or indirectly. Swagger UI parses its
 * whole input whenever it resolves the references of one operation, which would take seconds for the complete
 * description.
 * @param path keys from the root to the subtree, such as `['paths', '/notes', 'get']`
 */
export function reachable(description, path) {
  if (path.length < 2) return description;
  const { paths: _paths, webhooks: _webhooks, components: _components, ...kept } = description;
  const keep = (group, name, origin, target) => {
    if (origin?.[group]?.[name] === undefined || target[group]?.[name] !== undefined) return;
    target[group] ??= {};
    target[group][name] = origin[group][name];
    visit(origin[group][name]);
  };
  const visit = (node) => {
    if (typeof node === 'string') {
      const [, group, name] = COMPONENT.exec(node) ?? [];
      if (group === undefined) return;
      kept.components ??= {};
      keep(group, name, description.components, kept.components);
    } else if (node !== null && typeof node === 'object') {
      for (const child of Object.values(node)) visit(child);
    }
  };
  // The whole path item is kept, because its parameters and servers apply to the operation.
  const [group, name] = path;
  keep(group, name, description, kept);
  return kept;
}

const FILTER = 'Filter by path, summary, operation id or tag';

/** Replaces Swagger UI's own filter field, whose hint describes a different filter. */
function FilterField(React, { layoutSelectors, layoutActions }) {
  const filter = layoutSelectors.currentFilter();
  const field = React.createElement('input', {
    className: 'operation-filter-input',
    type: 'text',
    placeholder: FILTER,
    'aria-label': FILTER,
    value: isPhrase(filter) ? filter : '',
    onChange: ({ target }) => layoutActions.updateFilter(target.value || true),
  });
  return React.createElement('section', { className: 'filter wrapper', role: 'search' }, field);
}

const PAGES = { 'Watchfloor overview': '/', Map: '/map', Reference: '/redoc' };

/** Returns links to the other pages. */
function pageLinks() {
  const links = document.createElement('nav');
  links.id = 'pages';
  links.setAttribute('aria-label', 'Pages');
  for (const [text, href] of Object.entries(PAGES)) {
    const link = document.createElement('a');
    [link.href, link.textContent] = [href, text];
    links.append(link);
  }
  return links;
}

/** Sets the session's token for the operations of the page, or removes it after signing out. */
async function authorize(system) {
  const scheme = system.specSelectors.specJson().getIn(['components', 'securitySchemes', SCHEME]);
  if (scheme === undefined) return;
  const token = await session.token();
  if (token === undefined) system.authActions.logout([SCHEME]);
  else system.authActions.authorize({ [SCHEME]: { name: SCHEME, schema: scheme, value: token } });
}

/** Removes schemes with a cookie, which browsers do not let a page set. */
const settable = (definitions) => definitions?.filter((one) => one.some((scheme) => scheme.get('in') !== 'cookie'));

function DocsPlugin({ React, getComponent, fn: { resolveSubtree } }) {
  return {
    // Swagger UI looks for a component of this format first, and logs a warning if the format has no component.
    components: { JsonSchema_number_double: (props) => React.createElement(getComponent('JsonSchema_string'), props) },
    fn: {
      opsFilter: filterTags,
      resolveSubtree: (description, path, options) => resolveSubtree(reachable(description, path), path, options),
    },
    statePlugins: {
      auth: {
        wrapSelectors: {
          definitionsToAuthorize:
            (original) =>
            (_state, ...rest) =>
              settable(original(...rest)),
        },
      },
      layout: {
        wrapSelectors: {
          // Groups are closed at first; a filter opens the groups with matches.
          isShown:
            (original, system) =>
            (_state, [kind, ...name], fallback) =>
              original(
                [kind, ...name],
                fallback || (kind === 'operations-tag' && isPhrase(system.layoutSelectors.currentFilter())),
              ),
        },
      },
      spec: {
        wrapActions: {
          // Swagger UI would parse the text as YAML, which takes ten times as long.
          parseToJson:
            (original, { specActions }) =>
            (text) =>
              text.startsWith('{') ? specActions.updateJsonSpec(JSON.parse(text)) : original(text),
          // A session may be restored before the OpenAPI description, which contains the scheme, has been loaded.
          updateJsonSpec: (original, system) => (description) => {
            const result = original(withValues(description));
            if (session.user !== undefined) authorize(system).catch(() => undefined);
            return result;
          },
          // A token is valid for 15 minutes, but a page may stay open longer.
          execute:
            (original, system) =>
            async (...call) => {
              if (session.user !== undefined) await authorize(system).catch(() => undefined);
              return original(...call);
            },
        },
        wrapSelectors: {
          selectWebhooksOperations:
            (original, system) =>
            (_state, ...rest) =>
              filterWebhooks(original(...rest), system.layoutSelectors.currentFilter()),
        },
      },
    },
    wrapComponents: {
      // Swagger UI would show an example list in the notation of its own collections.
      Markdown:
        (Original, { React }) =>
        ({ source, ...rest }) =>
          React.createElement(Original, {
            ...rest,
            source: source?.replace(LIST_EXAMPLE, (_all, start, items) => start + items.replaceAll('"', '')),
          }),
      // The label of Swagger UI around the field is empty; its heading is beside it.
      Servers:
        (Original, { React }) =>
        (props) =>
          React.createElement(
            'div',
            { ref: (box) => box?.querySelector('#servers')?.setAttribute('aria-label', 'Server') },
            React.createElement(Original, props),
          ),
      FilterContainer: (_Original, { React }) => FilterField.bind(undefined, React),
      // Webhooks are shown in a separate section, because callers look for operations.
      Webhooks:
        (Original, { React }) =>
        (props) => {
          const count = Object.keys(props.specSelectors.selectWebhooksOperations() ?? {}).length;
          if (count === 0) return null;
          const summary = React.createElement(
            'summary',
            {},
            `Webhooks: ${count} ${count === 1 ? 'event that is' : 'events that are'} sent to your endpoints`,
          );
          return React.createElement(
            'details',
            { className: 'webhooks-apart', open: isPhrase(props.layoutSelectors.currentFilter()) },
            summary,
            React.createElement(Original, props),
          );
        },
    },
    afterLoad(system) {
      const explorer = document.getElementById('swagger-ui');
      explorer.setAttribute('role', 'main');
      explorer.before(pageLinks());
      const show = signInForm(session, explorer);
      const follow = () => {
        show();
        authorize(system).catch(() => undefined);
      };
      session.addEventListener('change', follow);
      session.restore().then(() => show(), show);
    },
  };
}

window.DocsPlugin = DocsPlugin;
