import { signInForm } from './docs-sign-in.js';
import { Session } from './session.js';

const SCHEME = 'BearerJWT';
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];
/** Parameters that exclude one another: the first one is filled in. */
const FILLED = ['bbox', 'near'];
const NEAR = [51.9, 4.1];
const LIST_EXAMPLE = /^(<i>Example<\/i> : )List \[ (.*) \]$/;

const session = new Session();

/** The filter is `true` while it is empty. */
const isPhrase = (filter) => typeof filter === 'string' && filter.trim() !== '';

/** True when every word of the filter is in the operation: its tag, path, method, summary or id. */
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

/** The description with examples as values of the parameters that a first call needs. */
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
        // The id of an example belongs to no object.
        const isFilled = value !== undefined && schema?.format !== 'uuid' && (required || name === area);
        return isFilled ? { ...full, example: value } : parameter;
      });
    }
  }
  return description;
}

const COMPONENT = /^#\/components\/([^/]+)\/([^/]+)$/;

/**
 * The part of the description that a subtree refers to, directly or not. Swagger UI parses all that it is given
 * whenever it resolves the references of one operation, which takes seconds for the whole description.
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
  // The whole path item: its parameters and servers apply to the operation.
  const [group, name] = path;
  keep(group, name, description, kept);
  return kept;
}

const FILTER = 'Filter by path, summary, operation id or tag';

/** Takes the place of Swagger UI's own field, whose hint names what its own filter finds. */
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

/** Authorizes the operations of the page with the session's token, or no longer. */
async function authorize(system) {
  const scheme = system.specSelectors.specJson().getIn(['components', 'securitySchemes', SCHEME]);
  if (scheme === undefined) return;
  const token = await session.token();
  if (token === undefined) system.authActions.logout([SCHEME]);
  else system.authActions.authorize({ [SCHEME]: { name: SCHEME, schema: scheme, value: token } });
}

/** Without the schemes that a browser does not let a page set. */
const settable = (definitions) => definitions?.filter((one) => one.some((scheme) => scheme.get('in') !== 'cookie'));

function DocsPlugin({ React, getComponent, fn: { resolveSubtree } }) {
  return {
    // Swagger UI looks for a field of this format before it takes the general one, and warns.
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
          // Groups are closed at first; a filter opens those that it finds something in.
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
          // Swagger UI reads all texts as YAML, which takes ten times as long.
          parseToJson:
            (original, { specActions }) =>
            (text) =>
              text.startsWith('{') ? specActions.updateJsonSpec(JSON.parse(text)) : original(text),
          // A session may be restored before the description has arrived, which names the scheme.
          updateJsonSpec: (original, system) => (description) => {
            const result = original(withValues(description));
            if (session.user !== undefined) authorize(system).catch(() => undefined);
            return result;
          },
          // A token lives for 15 minutes, a page longer.
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
      // Swagger UI shows the example of a list in the notation of its own collections.
      Markdown:
        (Original, { React }) =>
        ({ source, ...rest }) =>
          React.createElement(Original, {
            ...rest,
            source: source?.replace(LIST_EXAMPLE, (_all, start, items) => start + items.replaceAll('"', '')),
          }),
      FilterContainer: (_Original, { React }) => FilterField.bind(undefined, React),
      // Apart from the operations, which are what a caller looks for.
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
      const show = signInForm(session, document.getElementById('swagger-ui'));
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
