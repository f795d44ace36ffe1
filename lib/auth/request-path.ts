/** The request header in which the proxy tells pages their own path and query; whatever a client puts there is replaced. */
export const REQUEST_PATH_HEADER = "x-toolroom-path";
