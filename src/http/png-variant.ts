import 'reflect-metadata';
import { getMetadataArgsStorage } from 'routing-controllers';
import { Endpoint, endpointOf } from '../api/endpoint.js';
import { pngType } from './svg-response.js';

/**
 * Adds an operation `<method>AsPng` beside one that draws at a path ending in `.svg`: it returns the same image as PNG
 * at the path ending in `.png`, converted by the HTTP layer. Write it above the other decorators of the method, since
 * it reads their metadata.
 */
export function WithPng(): MethodDecorator {
  return (prototype, key, descriptor) => {
    const [method, twin] = [String(key), `${String(key)}AsPng`];
    const controller = prototype.constructor;
    const endpoint = endpointOf(controller, method);
    const storage = getMetadataArgsStorage();
    const action = storage.actions.find((one) => one.target === controller && one.method === method);
    if (endpoint === undefined || typeof action?.route !== 'string' || !action.route.endsWith('.svg')) {
      throw new Error(`${controller.name}.${method}: @WithPng stands above @Get('….svg') and @Endpoint`);
    }
    Object.defineProperty(prototype, twin, descriptor);
    storage.actions.push({ ...action, method: twin, route: action.route.replace(/svg$/, 'png') });
    storage.params.push(
      ...storage.params
        .filter((param) => param.object === prototype && param.method === method)
        .map((param) => ({ ...param, method: twin })),
    );
    for (const name of Reflect.getMetadataKeys(prototype, method).filter((name) => typeof name === 'string')) {
      Reflect.defineMetadata(name, Reflect.getMetadata(name, prototype, method), prototype, twin);
    }
    const summary = `${endpoint.summary.replace(/ as SVG$/, '')} as PNG`;
    const description = endpoint.description.replaceAll('an SVG', 'a PNG').replaceAll('SVG', 'PNG');
    Endpoint({ ...endpoint, summary, description, alternatives: { [pngType]: 'The image.' } })(
      prototype,
      twin,
      descriptor,
    );
  };
}
